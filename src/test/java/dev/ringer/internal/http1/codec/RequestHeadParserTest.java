package dev.ringer.internal.http1.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ringer.internal.bytes.RecentCache;
import dev.ringer.internal.http.RequestRefused;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestHeadParserTest {
    private static final HeadLimits LIMITS = new HeadLimits(200, 10, 2_000);
    private static final String SAMPLE = "\r\nGET /a%20b?q=1 HTTP/1.1\r\nHost: example.org\r\nX-Odd:\t padded \t\r\n"
            + "ACCEPT:*/*\nx-UNKNOWN-name: caf\u00e9\r\nEmpty:\r\n\r\nrest";

    @Test
    void readsAHeadAndStopsBehindIt() {
        RequestHeadParser parser = parser();
        byte[] bytes = bytes(SAMPLE);

        assertThat(parser.parse(bytes, 0, bytes.length)).isTrue();
        assertThat(parser.length()).isEqualTo(SAMPLE.length() - 4);
        assertThat(describe(parser.takeHead(bytes, 0, new RecentCache<>())))
                .isEqualTo(
                        "GET /a%20b?q=1 HTTP/1.1 [Host=example.org, X-odd=padded, Accept=*/*, X-unknown-name=caf\u00e9, Empty=]");
    }

    @Test
    void readsTheSameInPieces() {
        String whole = describe(feed(SAMPLE, SAMPLE.length()));

        for (int split = 1; split < SAMPLE.length(); split++) {
            assertThat(describe(feed(SAMPLE, split, SAMPLE.length()))).isEqualTo(whole);
        }
        assertThat(describe(feedByteByByte(SAMPLE))).isEqualTo(whole);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET\r\n\r\n",
                "GET /\r\n\r\n",
                " GET / HTTP/1.1\r\n\r\n",
                "GET / HTTP/1.1 x\r\n\r\n",
                "GET / http/1.1\r\n\r\n",
                "GET / HTTP/1.10\r\n\r\n",
                "GET / HTTP/2.0\r\n\r\n",
                "GET /a\rb HTTP/1.1\r\n\r\n",
                "GET /a\u0001 HTTP/1.1\r\n\r\n",
                "G\u0000T / HTTP/1.1\r\n\r\n",
                "GET / HTTP/1.1\r\n X: folded first\r\n\r\n",
                "GET / HTTP/1.1\r\nX : y\r\n\r\n",
                "GET / HTTP/1.1\r\n: y\r\n\r\n",
                "GET / HTTP/1.1\r\nno colon\r\n\r\n",
                "GET / HTTP/1.1\r\nX: a\r\n b\r\n\r\n",
                "GET / HTTP/1.1\r\nX: a\rb\r\n\r\n",
                "GET / HTTP/1.1\r\nX: a\u0000b\r\n\r\n",
                "GET / HTTP/1.1\r\nX: a\u007fb\r\n\r\n",
                "GET / HTTP/1.1\r\nX: y\r\n\rZ",
                "GET //host/path HTTP/1.1\r\n\r\n",
                "GET /%zz HTTP/1.1\r\n\r\n",
                "GET /#fragment HTTP/1.1\r\n\r\n",
                "CONNECT /path HTTP/1.1\r\n\r\n",
                "GET x:/path HTTP/1.1\r\n\r\n",
                "GET http:///path HTTP/1.1\r\n\r\n"
            })
    void refusesTheSameWayWholeAndInPieces(String head) {
        String fault = faultOf(() -> feed(head, head.length()));

        assertThat(fault).isNotNull();
        assertThat(faultOf(() -> feedByteByByte(head))).isEqualTo(fault);
    }

    @Test
    void refusesALineWithoutAColonBeforeMoreComes() {
        assertThatThrownBy(() -> feed("GET / HTTP/1.1\r\nfoo\r\n", 21)).isInstanceOf(RequestRefused.class);
        assertThatThrownBy(() -> feed("GET / HTTP/9", 12)).isInstanceOf(RequestRefused.class);
    }

    @Test
    void refusesMoreLinesThanAllowed() {
        assertThat(faultOf(() -> feedByteByByte("GET / HTTP/1.1\r\n" + "A: b\r\n".repeat(11) + "\r\n")))
                .isEqualTo("TOO_MANY_FIELDS");
    }

    @Test
    void refusesAnEndlessLineWithoutWaitingForItsEnd() {
        assertThat(faultOf(() -> feedByteByByte("GET /" + "a".repeat(300)))).isEqualTo("REQUEST_LINE_TOO_LONG");
        assertThat(faultOf(() -> feedByteByByte("M".repeat(300)))).isEqualTo("REQUEST_LINE_TOO_LONG");
        assertThat(faultOf(() -> feedByteByByte("GET / HTTP/1.1\r\nX: " + "a".repeat(3_000))))
                .isEqualTo("HEAD_TOO_LARGE");
        assertThat(faultOf(() -> feedByteByByte("GET / HTTP/1.1\r\n" + "a".repeat(3_000))))
                .isEqualTo("HEAD_TOO_LARGE");
        assertThat(faultOf(() -> feedByteByByte("\r\n".repeat(100)))).isEqualTo("TOO_MANY_EMPTY_LINES");
    }

    @Test
    void takesHeadsOfTheSameSizeWholeAndInPieces() {
        int whole = longestValue(head -> faultOf(() -> feed(head, head.length())));
        int inPieces = longestValue(head -> faultOf(() -> feedByteByByte(head)));

        assertThat(whole).isEqualTo(inPieces).isBetween(1_800, 2_000);
    }

    /** Returns the length of the longest value that is accepted in a head's second field line. */
    private static int longestValue(UnaryOperator<String> fault) {
        int length = 1_000;
        while (fault.apply("GET / HTTP/1.1\r\nA: b\r\nX: " + "a".repeat(length + 1) + "\r\n\r\n") == null) {
            length++;
        }
        return length;
    }

    @Test
    void tellsTheSizeOfALineBeforeWhatIsWrongBehindThat() {
        String head = "GET / HTTP/1.1\r\nX: " + "a".repeat(3_000) + "\u0001\r\n\r\n";

        assertThat(faultOf(() -> feed(head, head.length()))).isEqualTo("HEAD_TOO_LARGE");
        assertThat(faultOf(() -> feedByteByByte(head))).isEqualTo("HEAD_TOO_LARGE");
    }

    @Test
    void unfoldsToATrimmedValue() {
        assertThat(describe(tolerant("GET / HTTP/1.1\r\nX:\r\n a\r\n\tb\r\n \r\n\r\n")))
                .endsWith("[X=a \tb]");
        assertThat(describe(tolerant("GET / HTTP/1.1\r\nX: a  \r\n  b \t\nY:  c  d \r\n\n")))
                .endsWith("[X=a     b, Y=c  d]");
        assertThat(describe(tolerant("GET / HTTP/1.1\r\nX: \r\n \r\n\t\r\n\r\n")))
                .endsWith("[X=]");
    }

    @Test
    void putsTheHostOfAnAbsoluteTargetInThePlaceOfHost() {
        assertThat(describe(feed("GET http://a:1/ HTTP/1.1\r\nX: y\r\nHost: b\r\nZ: z\r\n\r\n", 57)
                        .withHostOfTarget()))
                .endsWith("[X=y, Host=a:1, Z=z]");
        assertThat(describe(tolerant("GET http://a/ HTTP/1.1\r\nhost: b\r\nX: y\r\n z\nHOST: c\n\n")
                        .withHostOfTarget()))
                .endsWith("[Host=a, X=y  z]");
        assertThat(describe(feed("GET http://a/ HTTP/1.0\r\nX: y\n\n", 30).withHostOfTarget()))
                .endsWith("[X=y, Host=a]");
        assertThat(describe(feed("GET http://a/ HTTP/1.0\n\n", 24).withHostOfTarget()))
                .endsWith("[Host=a]");
    }

    @Test
    void keepsTheBytesOfAToleratedMethod() {
        assertThat(tolerant("G\u00cbT / HTTP/1.1\r\n\r\n").method()).isEqualTo("G\u00cbT");
    }

    private interface Feeding {
        Http1RequestHead head();
    }

    private static String faultOf(Feeding feeding) {
        try {
            feeding.head();
            return null;
        } catch (RequestRefused refused) {
            return refused.violation().name();
        }
    }

    private static Http1RequestHead feedByteByByte(String text) {
        int[] ends = new int[text.length()];
        for (int i = 0; i < ends.length; i++) {
            ends[i] = i + 1;
        }
        return feed(text, ends);
    }

    /** Gives the parser the text up to each of these ends in turn. The text begins in the middle of a larger array. */
    private static Http1RequestHead feed(String text, int... ends) {
        byte[] array = new byte[text.length() + 32];
        System.arraycopy(bytes(text), 0, array, 13, text.length());
        RequestHeadParser parser = parser();
        for (int end : ends) {
            if (parser.parse(array, 13, 13 + end)) {
                return parser.takeHead(array, 13, new RecentCache<>());
            }
        }
        return null;
    }

    private static Http1RequestHead tolerant(String text) {
        RequestHeadParser parser = new RequestHeadParser(LIMITS, true, true);
        assertThat(parser.parse(bytes(text), 0, text.length())).isTrue();
        return parser.takeHead(bytes(text), 0, new RecentCache<>());
    }

    private static RequestHeadParser parser() {
        return new RequestHeadParser(LIMITS, false, true);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static String describe(Http1RequestHead head) {
        List<String> fields = new ArrayList<>();
        for (int line = 0; line < head.count(); line++) {
            fields.add(head.name(line) + "=" + head.value(line));
        }
        return head + " " + fields;
    }
}
