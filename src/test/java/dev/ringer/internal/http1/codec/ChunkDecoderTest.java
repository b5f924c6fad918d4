package dev.ringer.internal.http1.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.bytes.ClientMemory;
import dev.ringer.internal.http.BodyBroken;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChunkDecoderTest {
    private static final ChunkLimits LIMITS = new ChunkLimits(64, 100, 10_000, new HeadLimits(200, 4, 400));

    @Test
    void readsDataBetweenItsFraming() {
        assertThat(decode("5\r\nhello\r\n7;a=b;c=\"d\"\r\n, world\r\n0\r\n\r\n"))
                .isEqualTo("hello, world");
        assertThat(decode("A\r\n0123456789\r\n000\r\n\r\n")).isEqualTo("0123456789");
    }

    @Test
    void dropsTrailers() {
        assertThat(decode("1\r\nx\r\n0\r\nContent-Length: 5\r\nX-Sum: \t1\r\n\r\n"))
                .isEqualTo("x");
    }

    @Test
    void waitsForTheEnd() {
        String body = "5;x\r\nhello\r\n0\r\nT: 1\r\n\r\n";
        for (int end = 0; end < body.length(); end++) {
            assertThat(decode(body.substring(0, end))).startsWith("waiting");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "\\r\\n|BAD_CHUNK_SIZE",
                ";x\\r\\n|BAD_CHUNK_SIZE",
                "+1\\r\\n|BAD_CHUNK_SIZE",
                "-1\\r\\n|BAD_CHUNK_SIZE",
                "0x1\\r\\n|BAD_CHUNK_SIZE",
                "1 \\r\\n|BAD_CHUNK_SIZE",
                " 1\\r\\n|BAD_CHUNK_SIZE",
                "1_0\\r\\n|BAD_CHUNK_SIZE",
                "1\\n|BAD_CHUNK_SIZE",
                "1\\rx|BAD_CHUNK_SIZE",
                "10000000000000000\\r\\n|CHUNK_TOO_LARGE",
                "FFFFFFFFFFFFFFFF\\r\\n|CHUNK_TOO_LARGE",
                "7fffffffffffffff\\r\\n|BODY_TOO_LARGE",
                "2711\\r\\n|BODY_TOO_LARGE",
                "1;a\\nb\\r\\n|BAD_CHUNK_EXTENSION",
                "1;a\\0b\\r\\n|BAD_CHUNK_EXTENSION",
                "1;a\\rb\\r\\n|BAD_CHUNK_SIZE",
                "1\\r\\nxy\\r\\n|BAD_CHUNK_END",
                "1\\r\\nx\\n0|BAD_CHUNK_END",
                "1\\r\\nx\\r0|BAD_CHUNK_END",
                "0\\r\\n folded|BAD_TRAILER",
                "0\\r\\nno colon\\r\\n|BAD_TRAILER",
                "0\\r\\nA: b\\n|BAD_TRAILER",
                "0\\r\\n\\rx|BAD_TRAILER"
            })
    void refuses(String body, String violation) {
        assertThat(decode(unescape(body))).isEqualTo(violation);
    }

    @Test
    void boundsFraming() {
        String wasteful = "0".repeat(59) + "1\r\nx\r\n"; // 46 bytes more than a chunk of one byte may take
        assertThat(decode(wasteful.repeat(356) + "0\r\n\r\n")).isEqualTo("x".repeat(356));
        assertThat(decode(wasteful.repeat(357))).isEqualTo("CHUNK_FRAMING_TOO_LARGE");

        String tiny = "1\r\nx\r\n"; // 5 bytes of framing: the limit is 10,000 bytes and 16 KiB
        assertThat(decode(tiny.repeat(5275) + "0\r\n\r\n")).isEqualTo("x".repeat(5275));
        assertThat(decode(tiny.repeat(5277))).isEqualTo("BODY_TOO_LARGE");
    }

    @Test
    void forgivesWhatDataMakesPlausible() {
        String wasteful = "0".repeat(59) + "1\r\nx\r\n";
        String plain = "14\r\n" + "x".repeat(20) + "\r\n";

        assertThat(decode((wasteful + plain).repeat(100) + "0\r\n\r\n")).isEqualTo("x".repeat(2100));
    }

    @Test
    void boundsWhatIsNoData() {
        assertThat(decode("0".repeat(100))).isEqualTo("CHUNK_LINE_TOO_LONG");
        assertThat(decode("1;" + "x".repeat(100))).isEqualTo("CHUNK_LINE_TOO_LONG");
        assertThat(decode("1;xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\r\nx\r\n".repeat(5)))
                .isEqualTo("CHUNK_EXTENSIONS_TOO_LARGE");
        assertThat(decode("0\r\n" + "A: b\r\n".repeat(5))).isEqualTo("TRAILER_TOO_LARGE");
        assertThat(decode("0\r\nA: " + "b".repeat(500))).isEqualTo("TRAILER_TOO_LARGE");
    }

    private static String decode(String body) {
        String whole = decode(body, Math.max(1, body.length()));
        assertThat(decode(body, 1)).isEqualTo(whole);
        return whole;
    }

    /** Returns the data, or the violation. */
    private static String decode(String body, int pieceSize) {
        byte[] bytes = body.getBytes(StandardCharsets.ISO_8859_1);
        ChunkDecoder decoder = new ChunkDecoder(LIMITS, new ClientMemory(new BufferedMemory(0)));
        StringBuilder data = new StringBuilder();
        try {
            for (int begin = 0; begin < bytes.length; begin += pieceSize) {
                int end = Math.min(bytes.length, begin + pieceSize);
                int at = begin;
                while (at < end && !decoder.atEnd()) {
                    at = decoder.advance(bytes, at, end);
                    int take = (int) Math.min(decoder.dataAhead(), end - at);
                    if (take > 0) {
                        data.append(body, at, at + take);
                        at += take;
                        decoder.taken(take);
                    }
                }
            }
        } catch (BodyBroken broken) {
            return broken.violation().name();
        }
        return decoder.atEnd() ? data.toString() : "waiting after " + data;
    }

    private static String unescape(String text) {
        return text.replace("\\r", "\r").replace("\\n", "\n").replace("\\0", "\0");
    }
}
