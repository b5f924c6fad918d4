package dev.ringer.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.Response;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the choice of precompressed files by Accept-Encoding (RFC 9110, 12.5.3). */
class PrecompressedTest {
    @TempDir
    private Path root;

    @BeforeEach
    void writeFiles() throws IOException {
        Site.write(root, "all.js", "identity");
        Site.write(root, "all.js.br", "brotli");
        Site.write(root, "all.js.zst", "zstandard");
        Site.write(root, "all.js.gz", "gzip");
        Site.write(root, "one.css", "identity");
        Site.write(root, "one.css.gz", "gzip");
        Site.write(root, "picture.png", "identity");
        Site.write(root, "picture.png.gz", "gzip");
        Site.write(root, "alone.html", "identity");
        Site.write(root, "index.html", "identity");
        Site.write(root, "index.html.gz", "gzip");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            gzip, deflate, br, zstd            | br
            gzip, deflate                      | gzip
            GZIP                               | gzip
            x-gzip                             | gzip
            zstd, gzip                         | zstd
            *                                  | br
            *;q=0                              |
            br;q=0, *                          | zstd
            br;q=0.5, gzip;q=0.9               | gzip
            br;q=0.5, gzip;q=0.5               | br
            br;q=0.001                         | br
            br;q=0                             |
            br;q=0.0, gzip ; q=0.3             | gzip
            br;q=1.001, gzip;q=0.3             | gzip
            br;q=x, gzip;q=0.3                 | gzip
            br;level=4, gzip;q=0.3             | gzip
            identity, gzip;q=0.5               |
            identity;q=0.5, gzip;q=0.5         | gzip
            identity;q=1, *;q=0                |
            identity;q=0                       |
            brotli, gzippy                     |
            ''                                 |
            """)
    void theMostWantedIsTaken(String field, String coding) throws IOException {
        try (Site site = Site.of(Provider.RINGER, FileHandler.builder(root))) {
            Response response = site.get("/all.js", "Accept-Encoding: " + field);

            assertThat(response.status()).isEqualTo(200);
            assertThat(response.value("Content-Encoding").orElse(null)).isEqualTo(coding);
            assertThat(response.values("Content-Type")).containsExactly("text/javascript; charset=utf-8");
            assertThat(response.values("Vary")).containsExactly("Accept-Encoding");
            assertThat(response.text())
                    .isEqualTo(
                            coding == null
                                    ? "identity"
                                    : coding.equals("br") ? "brotli" : coding.equals("zstd") ? "zstandard" : coding);
        }
    }

    @ParameterizedTest
    @EnumSource(Provider.class)
    void aCodedFormHasItsOwnValidatorsAndRanges(Provider provider) throws IOException {
        try (Site site = Site.of(provider, FileHandler.builder(root))) {
            Response plain = site.get("/all.js");
            Response coded = site.get("/all.js", "Accept-Encoding: gzip");
            String tag = coded.value("ETag").orElseThrow();
            assertThat(plain.value("ETag")).isNotEqualTo(coded.value("ETag"));
            assertThat(plain.values("Vary")).containsExactly("Accept-Encoding");

            Response same = site.get("/all.js", "Accept-Encoding: gzip", "If-None-Match: " + tag);
            Response other = site.get("/all.js", "If-None-Match: " + tag);
            Response part = site.get("/all.js", "Accept-Encoding: gzip", "Range: bytes=1-2", "If-Range: " + tag);
            Response head = site.request("HEAD", "/all.js", "Accept-Encoding: gzip");

            assertThat(same.status()).isEqualTo(304);
            assertThat(same.values("Vary")).containsExactly("Accept-Encoding");
            assertThat(other.status()).isEqualTo(200);
            assertThat(part.status()).isEqualTo(206);
            assertThat(part.values("Content-Encoding")).containsExactly("gzip");
            assertThat(part.text()).isEqualTo("zi");
            assertThat(head.values("Content-Length")).containsExactly("4");
            assertThat(head.values("Content-Encoding")).containsExactly("gzip");
        }
    }

    @Test
    void whereThereIsNothingToChooseNothingVaries() throws IOException {
        try (Site site = Site.of(Provider.RINGER, FileHandler.builder(root))) {
            Response alone = site.get("/alone.html", "Accept-Encoding: gzip");
            Response picture = site.get("/picture.png", "Accept-Encoding: gzip");
            Response direct = site.get("/all.js.gz", "Accept-Encoding: gzip");
            Response index = site.get("/", "Accept-Encoding: gzip");

            assertThat(alone.has("Vary")).isFalse();
            assertThat(picture.text()).isEqualTo("identity");
            assertThat(direct.has("Content-Encoding")).isFalse();
            assertThat(direct.values("Content-Type")).containsExactly("application/gzip");
            assertThat(index.values("Content-Encoding")).containsExactly("gzip");
        }
    }

    @Test
    void siblingsMayComeAndGo() throws IOException {
        try (Site site = Site.of(Provider.RINGER, FileHandler.builder(root))) {
            assertThat(site.get("/one.css", "Accept-Encoding: br, gzip").text()).isEqualTo("gzip");

            Site.write(root, "one.css.br", "new"); // the server remembers for a second that there was none
            Deadlines.await(
                    "the new one is seen", () -> textOf(site, "/one.css").equals("new"));

            Files.delete(root.resolve("one.css.br"));
            Files.delete(root.resolve("one.css.gz"));
            assertThat(site.get("/one.css", "Accept-Encoding: br, gzip").text()).isEqualTo("identity");
        }
    }

    private static String textOf(Site site, String target) {
        try {
            return site.get(target, "Accept-Encoding: br, gzip").text();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void siblingsAreLeftAloneWhereThatIsWanted() throws IOException {
        try (Site site = Site.of(Provider.RINGER, FileHandler.builder(root).precompressed(false))) {
            Response response = site.get("/all.js", "Accept-Encoding: br");

            assertThat(response.text()).isEqualTo("identity");
            assertThat(response.has("Vary")).isFalse();
        }
    }

    /** Times and sizes of a copy, and whether the copy can have the content of a file of {@link Site#CHANGED}. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            2026-01-02T03:04:05Z         | 4 | true
            2026-01-02T03:04:05.999Z     | 4 | true
            2026-01-02T03:04:06Z         | 4 | true
            2099-01-01T00:00:00Z         | 4 | true
            2026-01-02T03:04:04Z         | 4 | false
            2026-01-02T03:04:04.999Z     | 4 | false
            2026-01-01T03:04:05Z         | 4 | false
            1980-01-01T00:00:00Z         | 4 | false
            1970-01-01T00:00:01Z         | 4 | false
            2026-01-02T03:04:05Z         | 0 | false
            2026-01-03T00:00:00Z         | 0 | false
            """)
    void copiesThatAreOlderOrEmptyAreIgnored(Instant time, int size, boolean served) throws IOException {
        for (String name : List.of("page.html", "index.html")) {
            Site.write(root, name, "identity");
            for (String suffix : List.of(".br", ".zst", ".gz")) {
                Path copy = Site.write(root, name + suffix, "x".repeat(size));
                Files.setLastModifiedTime(copy, FileTime.from(time));
            }
        }
        try (Site site = Site.of(Provider.RINGER, FileHandler.builder(root))) {
            for (String target : List.of("/page.html", "/", "/page.html")) {
                for (String coding : List.of("br", "zstd", "gzip")) {
                    Response response = site.get(target, "Accept-Encoding: " + coding);
                    assertThat(response.text()).isEqualTo(served ? "xxxx" : "identity");
                    assertThat(response.value("Content-Encoding").orElse(null)).isEqualTo(served ? coding : null);
                    assertThat(response.has("Vary")).isEqualTo(served);
                }
            }
        }
    }

    /** Compressors such as brotli drop the fraction of the time that they copy. */
    @Test
    void aCopyMayLackTheFractionOfTheTime() throws IOException {
        Path file = Site.write(root, "page.html", "identity");
        Files.setLastModifiedTime(file, FileTime.from(Site.CHANGED.plusNanos(987_654_000)));
        Site.write(root, "page.html.br", "brotli");
        try (Site site = Site.of(Provider.RINGER, FileHandler.builder(root))) {
            assertThat(site.get("/page.html", "Accept-Encoding: br").text()).isEqualTo("brotli");
        }
    }

    @Test
    void aReplacedFileLeavesItsCopyBehind() throws IOException {
        Path file = Site.write(root, "page.html", "old");
        Site.write(root, "page.html.gz", "gzip");
        try (Site site = Site.of(Provider.RINGER, FileHandler.builder(root))) {
            String tag = site.get("/page.html", "Accept-Encoding: gzip")
                    .value("ETag")
                    .orElseThrow();
            Path later = Files.writeString(root.resolve("later"), "new");
            Files.setLastModifiedTime(later, FileTime.from(Site.CHANGED.plusSeconds(60)));
            Files.move(later, file, StandardCopyOption.REPLACE_EXISTING);

            Response response = site.get("/page.html", "Accept-Encoding: gzip", "If-None-Match: " + tag);
            assertThat(response.status()).isEqualTo(200);
            assertThat(response.text()).isEqualTo("new");
        }
    }

    /** An svgz file has a content coding, but no media type of its own. */
    @Test
    void compressedImagesAreSentAsTheyAre() throws IOException {
        Site.write(root, "image.svgz", "compressed");
        Site.write(root, "image.svgz.br", "brotli");
        try (Site site = Site.of(Provider.RINGER, FileHandler.builder(root))) {
            for (String field : List.of("Accept-Encoding: br", "Accept-Encoding: gzip", "X: none")) {
                Response response = site.get("/image.svgz", field);
                assertThat(response.text()).isEqualTo("compressed");
                assertThat(response.values("Content-Type")).containsExactly("image/svg+xml");
                assertThat(response.values("Content-Encoding")).containsExactly("gzip");
                assertThat(response.has("Vary")).isFalse();
            }
        }
    }
}
