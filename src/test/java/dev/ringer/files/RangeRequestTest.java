package dev.ringer.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Fate;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Response;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests single and multiple ranges (RFC 9110, 14). */
class RangeRequestTest {
    private static final int SIZE = 200_000;

    @TempDir
    private Path root;

    private final String content = content();

    private static String content() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; text.length() < SIZE; i++) {
            text.append(i).append(' ');
        }
        return text.substring(0, SIZE);
    }

    @BeforeEach
    void writeFiles() throws IOException {
        Site.write(root, "a.txt", content);
        Site.write(root, "ten.txt", "0123456789");
        Site.write(root, "empty.txt", "");
    }

    @ParameterizedTest
    @EnumSource(Provider.class)
    void oneRangeIsAPart(Provider provider) throws IOException {
        try (Site site = Site.of(provider, FileHandler.builder(root))) {
            expectPart(site, "0-0", 0, 0);
            expectPart(site, "0-" + (SIZE - 1), 0, SIZE - 1);
            expectPart(site, "5-99999999", 5, SIZE - 1);
            expectPart(site, "199999-", SIZE - 1, SIZE - 1);
            expectPart(site, "-1", SIZE - 1, SIZE - 1);
            expectPart(site, "-999999999", 0, SIZE - 1);
            expectPart(site, "70000-140000", 70_000, 140_000);
            expectPart(site, "0-9223372036854775807", 0, SIZE - 1);
            expectPart(site, "0-99999999999999999999999999", 0, SIZE - 1);
            expectPart(site, " 1-2 , ", 1, 2);
        }
    }

    private void expectPart(Site site, String range, int first, int last) throws IOException {
        Response response = site.get("/a.txt", "Range: bytes=" + range);

        assertThat(response.status()).as(range).isEqualTo(206);
        assertThat(response.values("Content-Range")).containsExactly("bytes " + first + '-' + last + '/' + SIZE);
        assertThat(response.values("Content-Length")).containsExactly(Integer.toString(last - first + 1));
        assertThat(response.values("Content-Type")).containsExactly("text/plain; charset=utf-8");
        assertThat(response.text()).isEqualTo(content.substring(first, last + 1));
    }

    @ParameterizedTest
    @EnumSource(Provider.class)
    void severalRangesAreParts(Provider provider) throws IOException {
        try (Site site = Site.of(provider, FileHandler.builder(root));
                RawClient client = site.connect()) {
            Response response =
                    client.get("/a.txt", "Range: bytes=150000-150009,-5,0-4").readResponse();

            assertThat(response.status()).isEqualTo(206);
            assertThat(response.has("Content-Range")).isFalse();
            assertThat(parts(response))
                    .containsExactly(
                            "bytes 150000-150009/200000: " + content.substring(150_000, 150_010),
                            "bytes 199995-199999/200000: " + content.substring(SIZE - 5),
                            "bytes 0-4/200000: " + content.substring(0, 5));
            assertThat(client.fate()).isEqualTo(Fate.USABLE);
        }
    }

    /** Reads the parts of a multipart body (RFC 2046). */
    private static List<String> parts(Response response) {
        String type = response.value("Content-Type").orElseThrow();
        assertThat(type).startsWith("multipart/byteranges; boundary=");
        String delimiter = "\r\n--" + type.substring(type.indexOf('=') + 1);
        String body = response.text();
        assertThat(body).startsWith(delimiter + "\r\n").endsWith(delimiter + "--\r\n");
        List<String> parts = new ArrayList<>();
        int at = delimiter.length() + 2;
        for (int end = body.indexOf(delimiter, at); end >= 0; end = body.indexOf(delimiter, at)) {
            String part = body.substring(at, end);
            int head = part.indexOf("\r\n\r\n");
            assertThat(part).startsWith("Content-Type: text/plain; charset=utf-8\r\nContent-Range: ");
            parts.add(part.substring(part.lastIndexOf(": ", head) + 2, head) + ": " + part.substring(head + 4));
            at = end + delimiter.length() + 2;
        }
        return parts;
    }

    @Test
    void partsAreNotTakenForThoseOfAnotherResponse() throws IOException {
        try (Site site = Site.of(Provider.RINGER, FileHandler.builder(root))) {
            String one = site.get("/a.txt", "Range: bytes=0-0,1000-1000")
                    .value("Content-Type")
                    .orElseThrow();
            String other = site.get("/a.txt", "Range: bytes=0-0,1000-1000")
                    .value("Content-Type")
                    .orElseThrow();

            assertThat(one).isNotEqualTo(other);
        }
    }

    @ParameterizedTest
    @EnumSource(Provider.class)
    void whatLiesOutsideIsRefused(Provider provider) throws IOException {
        try (Site site = Site.of(provider, FileHandler.builder(root));
                RawClient client = site.connect()) {
            for (String range : List.of("200000-", "200000-200001", "-0", "999999999999999999999-", "300000-,-0")) {
                Response response =
                        client.get("/a.txt", "Range: bytes=" + range).readResponse();

                assertThat(response.status()).as(range).isEqualTo(416);
                assertThat(response.values("Content-Range")).containsExactly("bytes */200000");
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Provider.class)
    void anEmptyFileIsSentAsAWhole(Provider provider) throws IOException {
        try (Site site = Site.of(provider, FileHandler.builder(root));
                RawClient client = site.connect()) {
            for (String range : List.of("0-", "0-0", "-5", "0-99,200-")) {
                Response response =
                        client.get("/empty.txt", "Range: bytes=" + range).readResponse();

                assertThat(response.status()).as(range).isEqualTo(200);
                assertThat(response.has("Content-Range")).isFalse();
                assertThat(response.values("Content-Length")).containsExactly("0");
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Provider.class)
    void whatIsNoRangeIsIgnored(Provider provider) throws IOException {
        try (Site site = Site.of(provider, FileHandler.builder(root))) {
            for (String range : List.of(
                    "bytes=",
                    "bytes=,",
                    "bytes=x",
                    "bytes=1",
                    "bytes=2-1",
                    "bytes=--1",
                    "bytes=1-2-3",
                    "bytes=-",
                    "bytes=+1-2",
                    "bytes=0x1-2",
                    "bytes=1-2,x",
                    "bytes=1-2,5-4",
                    "lines=1-2",
                    "bytes 1-2",
                    "bytes=1.0-2")) {
                Response response = site.get("/ten.txt", "Range: " + range);

                assertThat(response.status()).as(range).isEqualTo(200);
                assertThat(response.text()).isEqualTo("0123456789");
            }
            assertThat(site.get("/ten.txt", "Range: bytes=1-2", "Range: bytes=3-4")
                            .status())
                    .isEqualTo(200);
        }
    }

    @ParameterizedTest
    @EnumSource(Provider.class)
    void headHasNoRanges(Provider provider) throws IOException {
        try (Site site = Site.of(provider, FileHandler.builder(root))) {
            Response response = site.request("HEAD", "/a.txt", "Range: bytes=0-1");

            assertThat(response.status()).isEqualTo(200);
            assertThat(response.values("Content-Length")).containsExactly("200000");
            assertThat(response.values("Accept-Ranges")).containsExactly("bytes");
        }
    }

    /** Tests the attack of CVE-2011-3192: very many ranges that overlap. */
    @Test
    void aFloodOfRangesCostsOneCopy() throws IOException {
        StringBuilder flood = new StringBuilder("bytes=0-");
        for (int i = 1; i < 1300; i++) {
            flood.append(",5-").append(i);
        }
        try (Site site = Site.of(Provider.RINGER, FileHandler.builder(root))) {
            assertThat(site.get("/a.txt", "Range: " + flood).status()).isEqualTo(200);
            assertThat(site.get("/a.txt", "Range: bytes=" + "0-,".repeat(256)).status())
                    .isEqualTo(200);

            Response merged = site.get("/a.txt", "Range: bytes=" + "0-,".repeat(255) + "0-");
            assertThat(merged.status()).isEqualTo(206);
            assertThat(merged.values("Content-Range")).containsExactly("bytes 0-199999/200000");
        }
    }

    /** Tools such as zsync ask for twenty ranges and more (zsync's message: "not partial"). */
    @Test
    void hundredsOfRangesAreSent() throws IOException {
        StringBuilder ranges = new StringBuilder("bytes=0-0");
        for (int i = 1; i < 256; i++) {
            ranges.append(',').append(100_000 + i * 300).append('-').append(100_009 + i * 300);
        }
        try (Site site = Site.of(Provider.RINGER, FileHandler.builder(root))) {
            Response parts = site.get("/a.txt", "Range: " + ranges);

            assertThat(parts.status()).isEqualTo(206);
            assertThat(parts.text().split("Content-Range", -1)).hasSize(257);
            assertThat(site.get("/a.txt", "Range: " + ranges + ",1-2").status()).isEqualTo(200);
        }
    }

    /** Each range of an entry decompresses the entry again. */
    @Test
    void filesInJarsHaveFewRanges() throws IOException {
        try (FileSystem jar = FileSystems.newFileSystem(root.resolve("ranges.jar"), Map.of("create", "true"))) {
            Site.write(jar.getPath("/site"), "a.txt", "x".repeat(10_000));
            String many = "bytes=0-0" + ",500-500,1000-1000".repeat(8);
            try (Site site = Site.of(Provider.RINGER, FileHandler.builder(jar.getPath("/site")));
                    Site more = Site.of(
                            Provider.RINGER,
                            FileHandler.builder(jar.getPath("/site")).maxRanges(17))) {
                assertThat(site.get("/a.txt", "Range: " + many).status()).isEqualTo(200);
                assertThat(more.get("/a.txt", "Range: " + many).status()).isEqualTo(206);
            }
        }
    }

    @Test
    void rangesCanBeTurnedOff() throws IOException {
        try (Site site = Site.of(Provider.RINGER, FileHandler.builder(root).ranges(false))) {
            Response response = site.get("/ten.txt", "Range: bytes=0-1");

            assertThat(response.status()).isEqualTo(200);
            assertThat(response.values("Accept-Ranges")).containsExactly("none");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0-9,10-19                  | 0-19
            0-9,89-99                  | 0-99
            0-9,90-99                  | 0-9 90-99
            500-599,0-9,550-700        | 500-700 0-9
            0-0,999-999,100-900        | 0-0 999-999 100-900
            0-0,999-999,60-950         | 0-999
            900-,-50                   | 900-999
            0-,0-,0-                   | 0-999
            """)
    void nearRangesAreMerged(String asked, String merged) {
        List<ByteRanges.ByteRange> ranges =
                ByteRanges.of("bytes=" + asked, 1000, 16).orElseThrow();

        assertThat(String.join(
                        " ",
                        ranges.stream()
                                .map(range -> range.first() + "-" + range.last())
                                .toList()))
                .isEqualTo(merged);
    }
}
