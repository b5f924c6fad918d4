package dev.ringer.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Provider;
import dev.ringer.testkit.Response;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests validators, and every step of evaluating conditional requests (RFC 9110, 13.2.2). */
class ConditionalRequestTest {
    private static final String BEFORE = "Fri, 02 Jan 2026 03:04:04 GMT";
    private static final String AFTER = "Fri, 02 Jan 2026 03:04:06 GMT";

    @TempDir
    private Path root;

    @BeforeEach
    void writeAFile() throws IOException {
        Site.write(root, "a.txt", "0123456789");
    }

    @ParameterizedTest
    @EnumSource(Provider.class)
    void conditionsHoldInTheirOrder(Provider provider) throws IOException {
        try (Site site = Site.of(provider, FileHandler.builder(root))) {
            Response plain = site.get("/a.txt");
            String tag = plain.value("ETag").orElseThrow();
            assertThat(tag).matches("\"[!#-~]+\"");
            assertThat(plain.values("Last-Modified")).containsExactly(Site.LAST_MODIFIED);

            // step 1: If-Match wins over If-Unmodified-Since, and compares strongly
            expect(site, 200, "If-Match: " + tag);
            expect(site, 200, "If-Match: *");
            expect(site, 200, "If-Match: \"x\", " + tag);
            expect(site, 200, "If-Match: \"x\"", "If-Match: " + tag);
            expect(site, 200, "If-Match: \"a,b\"," + tag);
            expect(site, 412, "If-Match: \"x\"");
            expect(site, 412, "If-Match: W/" + tag);
            expect(site, 412, "If-Match: ");
            expect(site, 200, "If-Match: " + tag, "If-Unmodified-Since: " + BEFORE);
            // step 2
            expect(site, 412, "If-Unmodified-Since: " + BEFORE);
            expect(site, 200, "If-Unmodified-Since: " + Site.LAST_MODIFIED);
            expect(site, 200, "If-Unmodified-Since: " + AFTER);
            expect(site, 200, "If-Unmodified-Since: yesterday");
            // step 3: If-None-Match wins over If-Modified-Since, and compares weakly
            expect(site, 304, "If-None-Match: " + tag);
            expect(site, 304, "If-None-Match: W/" + tag);
            expect(site, 304, "If-None-Match: *");
            expect(site, 304, "If-None-Match: \"x\", W/\"y\" ,,\t" + tag);
            expect(site, 200, "If-None-Match: \"x\"");
            expect(site, 200, "If-None-Match: " + tag.substring(1));
            expect(site, 200, "If-None-Match: \"x\"", "If-Modified-Since: " + AFTER);
            expect(site, 304, "If-None-Match: " + tag, "If-Modified-Since: " + BEFORE);
            // step 4
            expect(site, 304, "If-Modified-Since: " + Site.LAST_MODIFIED);
            expect(site, 304, "If-Modified-Since: " + AFTER);
            expect(site, 200, "If-Modified-Since: " + BEFORE);
            expect(site, 304, "If-Modified-Since: Friday, 02-Jan-26 03:04:05 GMT");
            expect(site, 304, "If-Modified-Since: Fri Jan  2 03:04:05 2026");
            expect(site, 200, "If-Modified-Since: Sat, 02 Jan 2026 03:04:05 GMT"); // it was a Friday
            expect(site, 200, "If-Modified-Since: 2026-01-02T03:04:05Z");
            expect(site, 200, "If-Modified-Since: " + AFTER, "If-Modified-Since: " + AFTER);
            // a failed step decides before a later one is evaluated
            expect(site, 412, "If-Match: \"x\"", "If-None-Match: " + tag);
            expect(site, 412, "If-Unmodified-Since: " + BEFORE, "If-None-Match: " + tag);
            // conditions are evaluated before ranges
            expect(site, 304, "If-None-Match: " + tag, "Range: bytes=0-1");
            expect(site, 304, "If-None-Match: " + tag, "Range: bytes=100-");
            expect(site, 412, "If-Match: \"x\"", "Range: bytes=0-1");
        }
    }

    private static void expect(Site site, int status, String... fields) throws IOException {
        for (String method : new String[] {"GET", "HEAD"}) {
            Response response = site.request(method, "/a.txt", fields);

            assertThat(response.status())
                    .as("%s %s", method, String.join(" | ", fields))
                    .isEqualTo(status);
            if (status == 304) {
                assertThat(response.has("ETag") && response.has("Last-Modified") && response.has("Cache-Control"))
                        .isTrue();
                assertThat(response.body()).isEmpty();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Provider.class)
    void ifRangeWantsCertainty(Provider provider) throws IOException {
        try (Site site = Site.of(provider, FileHandler.builder(root))) {
            String tag = site.get("/a.txt").value("ETag").orElseThrow();

            assertThat(site.get("/a.txt", "Range: bytes=2-3", "If-Range: " + tag)
                            .text())
                    .isEqualTo("23");
            assertThat(site.get("/a.txt", "Range: bytes=2-3", "If-Range: " + Site.LAST_MODIFIED)
                            .text())
                    .isEqualTo("23");
            for (String other : new String[] {"W/" + tag, "\"x\"", "*", AFTER, BEFORE, "nonsense"}) {
                Response whole = site.get("/a.txt", "Range: bytes=2-3", "If-Range: " + other);
                assertThat(whole.status()).as(other).isEqualTo(200);
                assertThat(whole.text()).isEqualTo("0123456789");
            }
        }
    }

    @Test
    void conditionsMeanNothingToWhatIsNotThere() throws IOException {
        try (Site site = Site.of(Provider.RINGER, FileHandler.builder(root))) {
            assertThat(site.get("/b.txt", "If-Match: *").status()).isEqualTo(404);
            assertThat(site.get("/b.txt", "If-None-Match: *").status()).isEqualTo(404);
        }
    }

    @Test
    void anotherStateHasAnotherTag() throws IOException {
        try (Site site = Site.of(Provider.RINGER, FileHandler.builder(root))) {
            String before = site.get("/a.txt").value("ETag").orElseThrow();

            Files.setLastModifiedTime(root.resolve("a.txt"), FileTime.from(Site.CHANGED.plusNanos(1_000_000)));
            Response after = site.get("/a.txt", "If-None-Match: " + before);

            assertThat(after.status()).isEqualTo(200);
            assertThat(after.value("ETag")).isNotEqualTo(before);
        }
    }

    private static String tagOfFresh(Site site, Path file) throws IOException {
        Files.setLastModifiedTime(file, FileTime.from(Instant.now()));
        return site.get("/fresh.txt", "Range: bytes=0-1", "If-Range: x")
                .value("ETag")
                .orElseThrow();
    }

    /** The file could change again within the same tick of the clock. */
    @Test
    void aFileThatWasJustWrittenHasAWeakTag() throws IOException {
        Path file = Files.writeString(root.resolve("fresh.txt"), "fresh");
        try (Site site = Site.of(Provider.RINGER, FileHandler.builder(root))) {
            String tag = tagOfFresh(site, file);
            for (int i = 0; i < 10 && !tag.startsWith("W/"); i++) { // a busy machine may have answered too late
                tag = tagOfFresh(site, file);
            }

            assertThat(tag).startsWith("W/\"");
            assertThat(site.get("/fresh.txt", "If-None-Match: " + tag).status()).isEqualTo(304);
        }
    }

    @Test
    void aDateOfTheFutureIsNotSent() throws IOException {
        Path file = root.resolve("a.txt");
        try (Site site = Site.of(Provider.RINGER, FileHandler.builder(root))) {
            for (Duration ahead : List.of(Duration.ofMillis(1500), Duration.ofHours(1), Duration.ofDays(300_000))) {
                Files.setLastModifiedTime(file, FileTime.from(Instant.now().plus(ahead)));
                Response response = site.get("/a.txt");

                long date =
                        HttpDates.second(response.value("Date").orElseThrow()).orElseThrow();
                response.value("Last-Modified")
                        .ifPresent(modified -> assertThat(
                                        HttpDates.second(modified).orElseThrow())
                                .isLessThanOrEqualTo(date));
            }
        }
    }

    /** Reproducible builds, zip files and machines with a wrong clock give all files one of these times. */
    private static final List<String> NO_TIMES = List.of(
            "1601-01-01T00:00:00Z",
            "1969-12-31T23:59:59Z",
            "1970-01-01T00:00:00Z",
            "1970-01-01T00:00:01Z",
            "1979-12-31T12:00:00Z",
            "1980-01-01T00:00:00Z",
            "1980-01-01T14:00:00Z",
            "1980-01-02T00:00:00Z",
            "1980-02-01T00:00:00Z",
            "1985-10-26T08:15:00Z",
            "2099-01-01T00:00:00Z",
            "2107-12-31T23:59:58Z");

    @Test
    void aTimeThatIsNoneHidesNoChange() throws IOException {
        try (Site site = Site.of(Provider.RINGER, FileHandler.builder(root))) {
            for (String text : NO_TIMES) {
                FileTime time = FileTime.from(Instant.parse(text));
                for (boolean renamed : new boolean[] {false, true}) {
                    for (int size : new int[] {4, 100_000}) {
                        Path file = root.resolve("app.js");
                        Files.writeString(file, "a".repeat(size));
                        Files.setLastModifiedTime(file, time);
                        Response first = site.get("/app.js");
                        String tag = first.value("ETag").orElseThrow();
                        String same = "If-None-Match: " + tag;
                        assertThat(tag).startsWith("\"");
                        assertThat(first.has("Last-Modified")).isFalse();
                        assertThat(site.get("/app.js", same).status()).isEqualTo(304);
                        assertThat(site.get("/app.js", "If-Modified-Since: Tue, 01 Jan 2030 00:00:00 GMT")
                                        .status())
                                .isEqualTo(200);
                        assertThat(site.get("/app.js", "Range: bytes=0-1", "If-Range: " + tag)
                                        .status())
                                .isEqualTo(206);

                        Path other = Files.writeString(renamed ? root.resolve("new") : file, "b".repeat(size));
                        Files.setLastModifiedTime(other, time);
                        if (renamed) {
                            Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
                        }

                        Response changed = site.get("/app.js", same);
                        assertThat(changed.status()).as(text).isEqualTo(200);
                        assertThat(changed.body())
                                .hasSize(size)
                                .contains((byte) 'b')
                                .doesNotContain((byte) 'a');
                        assertThat(site.request("HEAD", "/app.js", same).status())
                                .isEqualTo(200);
                        assertThat(site.get("/app.js", "Range: bytes=0-1", "If-Range: " + tag)
                                        .status())
                                .isEqualTo(200);
                        assertThat(site.get("/app.js", "If-Match: " + tag).status())
                                .isEqualTo(412);
                    }
                }
            }
        }
    }

    /** A checksum of a large file would cost too much at each request. */
    @Test
    void aLargeFileWithoutATimeHasNoValidators() throws IOException {
        Path file = Files.write(root.resolve("large.bin"), new byte[(1 << 20) + 1]);
        Files.setLastModifiedTime(file, FileTime.fromMillis(1000));
        try (Site site = Site.of(Provider.RINGER, FileHandler.builder(root))) {
            Response head = site.request("HEAD", "/large.bin", "If-None-Match: \"x\"");
            assertThat(head.status()).isEqualTo(200);
            assertThat(head.has("ETag") || head.has("Last-Modified")).isFalse();
            assertThat(site.get("/large.bin", "If-Match: \"x\"").status()).isEqualTo(412);
            assertThat(site.get("/large.bin", "If-None-Match: *").status()).isEqualTo(304);
            assertThat(site.get("/large.bin", "Range: bytes=0-1").status()).isEqualTo(206);
            assertThat(site.get("/large.bin", "Range: bytes=0-1", "If-Range: \"x\"")
                            .status())
                    .isEqualTo(200);
        }
    }

    @Test
    void aCopyWithoutATimeHasAChecksumToo() throws IOException {
        FileTime time = FileTime.fromMillis(1000);
        for (String name : List.of("page.html", "page.html.gz")) {
            Files.setLastModifiedTime(Files.writeString(root.resolve(name), name), time);
        }
        try (Site site = Site.of(Provider.RINGER, FileHandler.builder(root))) {
            Response first = site.get("/page.html", "Accept-Encoding: gzip");
            String tag = first.value("ETag").orElseThrow();
            assertThat(first.text()).isEqualTo("page.html.gz");

            Files.setLastModifiedTime(Files.writeString(root.resolve("page.html.gz"), "other content"), time);
            Files.setLastModifiedTime(Files.writeString(root.resolve("page.html.gz"), "page.html.xz"), time);

            Response changed = site.get("/page.html", "Accept-Encoding: gzip", "If-None-Match: " + tag);
            assertThat(changed.status()).isEqualTo(200);
            assertThat(changed.text()).isEqualTo("page.html.xz");
        }
    }

    @Test
    void aTimeOfTheWebIsATime() throws IOException {
        Files.setLastModifiedTime(root.resolve("a.txt"), FileTime.from(Instant.parse("1994-11-06T08:49:37Z")));
        try (Site site = Site.of(Provider.RINGER, FileHandler.builder(root))) {
            assertThat(site.get("/a.txt").values("Last-Modified")).containsExactly("Sun, 06 Nov 1994 08:49:37 GMT");
        }
    }
}
