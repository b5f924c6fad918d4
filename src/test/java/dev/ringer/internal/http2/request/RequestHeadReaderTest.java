package dev.ringer.internal.http2.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.internal.bytes.RecentCache;
import dev.ringer.internal.http.RequestTarget;
import dev.ringer.internal.http2.frame.Http2Fault;
import dev.ringer.internal.http2.hpack.HpackDecoder;
import dev.ringer.internal.http2.hpack.HpackEncoder;
import dev.ringer.internal.names.KnownNames;
import dev.ringer.testkit.Allocation;
import dev.ringer.testkit.RetainedMemory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests the reading of request heads from a decoder. Each line is written as {@code name=value}, and bars separate
 * lines.
 */
class RequestHeadReaderTest {
    private static final String REQUEST = ":method=GET|:scheme=https|:authority=example.com|:path=/a?b";

    private final RequestHeadReader reader = new RequestHeadReader(20, true, true);

    private Http2Fault read(String lines) {
        return read(reader, lines);
    }

    /** Reads lines that enter the table, then the same lines as plain literals. Checks that the faults are equal. */
    private static Http2Fault read(RequestHeadReader reader, String lines) {
        tell(reader, lines, true);
        Http2Fault fault = reader.end();
        tell(reader, lines, false);

        assertThat(reader.end()).isEqualTo(fault);
        return fault;
    }

    private static void tell(FieldSectionReader reader, String lines, boolean indexing) {
        HpackDecoder decoder = new HpackDecoder(10_000);
        reader.begin();
        decoder.begin(reader);
        byte[] block = RawBlock.of(lines, indexing);
        decoder.decode(block, 0, block.length);
        decoder.end();
    }

    private List<String> lines() {
        RequestFieldLines taken = new RequestFieldLines(reader.lines());
        List<String> lines = new ArrayList<>();
        for (int line = 0; line < taken.count(); line++) {
            assertThat(taken.hasName(line, taken.name(line))).isTrue();
            assertThat(taken.knownName(line)).isEqualTo(KnownNames.indexOf(taken.name(line)));
            lines.add(taken.name(line) + "=" + taken.value(line));
        }
        return lines;
    }

    @Test
    void readsARequest() {
        assertThat(read(REQUEST + "|accept=*/*|x-Own=1".toLowerCase(Locale.ROOT)))
                .isNull();

        assertThat(reader.method()).isEqualTo("GET");
        assertThat(reader.scheme()).isEqualTo("https");
        assertThat(reader.path()).isEqualTo("/a?b");
        assertThat(reader.path(new RecentCache<>()).uri()).hasToString("/a?b");
        assertThat(reader.protocol()).isNull();
        assertThat(reader.contentLength()).isEqualTo(RequestHeadReader.UNKNOWN_LENGTH);
        assertThat(lines()).containsExactly("Host=example.com", "Accept=*/*", "X-own=1");
    }

    @Test
    void takesHostForTheAuthorityWhereThereIsNone() {
        assertThat(read(":method=GET|:scheme=http|:path=/|accept=a|host=h:80")).isNull();

        assertThat(lines()).containsExactly("Accept=a", "Host=h:80");
    }

    @Test
    void keepsOneHostWhereBothAreTheSame() {
        assertThat(read(REQUEST + "|host=EXAMPLE.com|accept=a")).isNull();

        assertThat(lines()).containsExactly("Host=example.com", "Accept=a");
    }

    @Test
    void joinsCrumbsOfCookies() {
        assertThat(read(REQUEST + "|cookie=a=1|accept=x|cookie=b=2|cookie=c=3")).isNull();

        assertThat(lines()).containsExactly("Host=example.com", "Cookie=a=1; b=2; c=3", "Accept=x");
    }

    @Test
    void joinsManyCrumbsInALittleTime() {
        RequestHeadReader wide = new RequestHeadReader(100_000, true, false);
        wide.begin();
        HpackDecoder decoder = new HpackDecoder(Integer.MAX_VALUE);
        decoder.begin(wide);
        byte[] block = RawBlock.of(REQUEST + "|cookie=a".repeat(50_000), false);
        decoder.decode(block, 0, block.length);

        assertThat(wide.end()).isNull();
        RequestFieldLines lines = new RequestFieldLines(wide.lines());
        assertThat(lines.count()).isEqualTo(2);
        assertThat(lines.value(1)).hasSize(50_000 * 3 - 2);
    }

    @Test
    void joinsCrumbsOnlyWhenTheCookieIsAskedFor() {
        int times = 94;
        HpackDecoder decoder = new HpackDecoder(400_000);
        RequestHeadReader reader = new RequestHeadReader(20, true, false);
        readWith(decoder, reader, RawBlock.of(REQUEST, false), RawBlock.of("cookie=" + "c".repeat(2_000), true));
        readWith(decoder, reader, RawBlock.of(REQUEST, false), RawBlock.of("cookie=" + "d".repeat(1_900), true));
        byte[] request = RawBlock.of(REQUEST, false);
        byte[] references = new byte[2 * times];
        for (int i = 0; i < references.length; i++) {
            references[i] = (byte) (i % 2 == 0 ? 0xbe : 0xbf); // refers to the two entries in turn
        }

        Allocation.assertAtMost(
                4_000, () -> readWith(decoder, reader, request, references).lines());
        assertThat(decoder.retainedBytes()).isLessThan(6_000);
        RequestFieldLines lines = new RequestFieldLines(reader.lines());
        assertThat(lines.count()).isEqualTo(2);
        String pair = "d".repeat(1_900) + "; " + "c".repeat(2_000);
        assertThat(lines.value(1)).isEqualTo(String.join("; ", Collections.nCopies(times, pair)));
        assertThat(lines.value(1)).isSameAs(lines.value(1));
    }

    @Test
    void sharesTheTextOfEqualReferences() {
        HpackDecoder decoder = new HpackDecoder(400_000);
        RequestHeadReader reader = new RequestHeadReader(200, true, false);
        byte[] references = new byte[94];
        Arrays.fill(references, (byte) 0xbe);
        readWith(decoder, reader, RawBlock.of(REQUEST, false), RawBlock.of("x=" + "y".repeat(4_000), true));

        readWith(decoder, reader, RawBlock.of(REQUEST, false), references);

        assertThat(decoder.retainedBytes()).isLessThan(6_000);
        RequestFieldLines lines = new RequestFieldLines(reader.lines());
        assertThat(lines.count()).isEqualTo(1 + references.length);
        assertThat(lines.value(1)).hasSize(4_000);
        for (int line = 2; line < lines.count(); line++) {
            assertThat(lines.value(line)).isSameAs(lines.value(1));
        }
    }

    private static RequestHeadReader readWith(HpackDecoder decoder, RequestHeadReader reader, byte[]... blocks) {
        reader.begin();
        decoder.begin(reader);
        for (byte[] block : blocks) {
            decoder.decode(block, 0, block.length);
        }
        decoder.end();
        assertThat(reader.end()).isNull();
        return reader;
    }

    @Test
    void readsContentLength() {
        assertThat(read(REQUEST + "|content-length=12")).isNull();
        assertThat(reader.contentLength()).isEqualTo(12);
        assertThat(read(REQUEST + "|content-length=9223372036854775807")).isNull();
        assertThat(reader.contentLength()).isEqualTo(Long.MAX_VALUE);
        assertThat(read(REQUEST + "|content-length=5|content-length=05")).isNull();
        assertThat(lines()).containsExactly("Host=example.com", "Content-length=5");
    }

    @Test
    void takesExtendedConnectWhereItWasAnnounced() {
        String connect = ":method=CONNECT|:protocol=websocket|:scheme=https|:authority=h|:path=/chat";

        assertThat(read(connect)).isNull();
        assertThat(reader.protocol()).isEqualTo("websocket");
        assertThat(read(new RequestHeadReader(9, true, false), connect)).isEqualTo(Http2Fault.UNKNOWN_PSEUDO_FIELD);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                REQUEST + "|te=trailers",
                REQUEST + "|te=Trailers",
                REQUEST + "|x=",
                REQUEST + "|x=a\tb",
                REQUEST + "|x=\u00e9",
                ":method=OPTIONS|:scheme=http|:path=*|:authority=h",
                ":method=PATCH|:scheme=a+b-1.c|:path=//|:authority=[::1]:8080",
            })
    void takes(String lines) {
        assertThat(read(lines)).isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "BAD_FIELD_NAME~" + REQUEST + "|Accept=a",
                "BAD_FIELD_NAME~" + REQUEST + "|aCcept=a",
                "BAD_FIELD_NAME~" + REQUEST + "|a b=a",
                "BAD_FIELD_NAME~" + REQUEST + "|=a",
                "BAD_FIELD_NAME~" + REQUEST + "|x:y=a",
                "BAD_FIELD_NAME~" + REQUEST + "|x\u00e9=a",
                "BAD_FIELD_VALUE~" + REQUEST + "|x=a\\r\\nb",
                "BAD_FIELD_VALUE~" + REQUEST + "|x=a\\nb",
                "BAD_FIELD_VALUE~" + REQUEST + "|x=a\\0",
                "BAD_FIELD_VALUE~" + REQUEST + "|x=\u007f",
                "BAD_FIELD_VALUE~" + REQUEST + "|x= a",
                "BAD_FIELD_VALUE~" + REQUEST + "|x=a\\t",
                "BAD_FIELD_VALUE~:method=GET|:scheme=http|:authority=h|:path=/a\\r\\nb",
                "BAD_FIELD_VALUE~:method=GET|:scheme=http|:authority=h\\r\\n|:path=/",
                "CONNECTION_FIELD~" + REQUEST + "|connection=close",
                "CONNECTION_FIELD~" + REQUEST + "|keep-alive=1",
                "CONNECTION_FIELD~" + REQUEST + "|proxy-connection=a",
                "CONNECTION_FIELD~" + REQUEST + "|transfer-encoding=chunked",
                "CONNECTION_FIELD~" + REQUEST + "|upgrade=h2c",
                "BAD_TE~" + REQUEST + "|te=gzip",
                "BAD_TE~" + REQUEST + "|te=trailers, deflate",
                "BAD_TE~" + REQUEST + "|te=",
                "UNKNOWN_PSEUDO_FIELD~" + REQUEST + "|:status=200",
                "UNKNOWN_PSEUDO_FIELD~" + REQUEST + "|:own=1",
                "UNKNOWN_PSEUDO_FIELD~" + REQUEST + "|:=1",
                "PSEUDO_FIELD_REPEATED~" + REQUEST + "|:path=/",
                "PSEUDO_FIELD_REPEATED~" + REQUEST + "|:method=GET",
                "PSEUDO_FIELD_REPEATED~" + REQUEST + "|:scheme=https",
                "PSEUDO_FIELD_REPEATED~" + REQUEST + "|:authority=example.com",
                "PSEUDO_FIELD_AFTER_FIELDS~:method=GET|:scheme=http|:authority=h|accept=a|:path=/",
                "PSEUDO_FIELD_AFTER_FIELDS~:scheme=http|:authority=h|:path=/|accept=a|:method=GET",
                "METHOD_MISSING~:scheme=http|:authority=h|:path=/",
                "BAD_METHOD~:method=|:scheme=http|:authority=h|:path=/",
                "BAD_METHOD~:method=GET /|:scheme=http|:authority=h|:path=/",
                "SCHEME_MISSING~:method=GET|:authority=h|:path=/",
                "BAD_SCHEME~:method=GET|:scheme=|:authority=h|:path=/",
                "BAD_SCHEME~:method=GET|:scheme=1a|:authority=h|:path=/",
                "BAD_SCHEME~:method=GET|:scheme=http:|:authority=h|:path=/",
                "PATH_MISSING~:method=GET|:scheme=http|:authority=h",
                "BAD_PATH~:method=GET|:scheme=http|:authority=h|:path=",
                "BAD_PATH~:method=GET|:scheme=http|:authority=h|:path=a",
                "BAD_PATH~:method=GET|:scheme=http|:authority=h|:path=*",
                "BAD_PATH~:method=GET|:scheme=http|:authority=h|:path=http://h/",
                "BAD_PATH~:method=GET|:scheme=http|:authority=h|:path=/ HTTP/1.1",
                "BAD_PATH~:method=GET|:scheme=http|:authority=h|:path=/a#b",
                "AUTHORITY_MISSING~:method=GET|:scheme=http|:path=/",
                "BAD_AUTHORITY~:method=GET|:scheme=http|:authority=|:path=/",
                "BAD_AUTHORITY~:method=GET|:scheme=http|:authority=user@h|:path=/",
                "BAD_AUTHORITY~:method=GET|:scheme=http|:path=/|host=a/b",
                "BAD_AUTHORITY~:method=GET|:scheme=http|:path=/|host=",
                "HOST_REPEATED~" + REQUEST + "|host=example.com|host=example.com",
                "HOST_DIFFERS~" + REQUEST + "|host=other.com",
                "HOST_DIFFERS~" + REQUEST + "|host=",
                "CONNECT_UNSUPPORTED~:method=CONNECT|:authority=h:443",
                "PROTOCOL_WITHOUT_CONNECT~" + REQUEST + "|:protocol=websocket",
                "BAD_CONTENT_LENGTH~" + REQUEST + "|content-length=",
                "BAD_CONTENT_LENGTH~" + REQUEST + "|content-length=+1",
                "BAD_CONTENT_LENGTH~" + REQUEST + "|content-length=-1",
                "BAD_CONTENT_LENGTH~" + REQUEST + "|content-length=1, 1",
                "BAD_CONTENT_LENGTH~" + REQUEST + "|content-length=0x1",
                "BAD_CONTENT_LENGTH~" + REQUEST + "|content-length=9223372036854775808",
                "CONTENT_LENGTH_REPEATED~" + REQUEST + "|content-length=1|content-length=2",
            })
    void refuses(Http2Fault fault, String lines) {
        assertThat(read(lines.translateEscapes())).isEqualTo(fault);
        assertThat(read(REQUEST)).isNull(); // the fault affects no later head
    }

    @Test
    void refusesTooManyFields() {
        assertThat(read(REQUEST + "|x=y".repeat(19))).isNull(); // 20 fields with Host
        assertThat(read(REQUEST + "|x=y".repeat(20))).isEqualTo(Http2Fault.TOO_MANY_FIELDS);
    }

    @Test
    void refusesHeadsThatAreTooLarge() {
        assertThat(read(REQUEST + "|x=" + "y".repeat(10_000))).isEqualTo(Http2Fault.HEAD_TOO_LARGE);
    }

    @Test
    void readsTrailers() {
        FieldSectionReader trailers = new FieldSectionReader(2);
        tell(trailers, "grpc-status=0|grpc-message=", true);
        assertThat(trailers.fault()).isNull();
        assertThat(trailers.lines()[0].text()).isEqualTo("0");

        tell(trailers, "a=1|:path=/", true);
        assertThat(trailers.fault()).isEqualTo(Http2Fault.PSEUDO_FIELD_IN_TRAILERS);
        tell(trailers, "a=1|b=2|c=3", true);
        assertThat(trailers.fault()).isEqualTo(Http2Fault.TOO_MANY_FIELDS);
        tell(trailers, "a=1|connection=close", true);
        assertThat(trailers.fault()).isEqualTo(Http2Fault.CONNECTION_FIELD);
        tell(trailers, "A=1", true);
        assertThat(trailers.fault()).isEqualTo(Http2Fault.BAD_FIELD_NAME);
    }

    @Test
    void retainsNothingOfALargeHead() {
        RequestHeadReader wide = new RequestHeadReader(1_000, true, false);
        String lines = ":authority=" + "a".repeat(100_000) + "|:path=/" + "p".repeat(100_000) + "|x=y".repeat(500);
        wide.begin();
        HpackDecoder decoder = new HpackDecoder(1_000_000);
        decoder.begin(wide);
        byte[] block = RawBlock.of(lines, false);
        decoder.decode(block, 0, block.length);
        decoder.end();
        assertThat(wide.fault()).isNull();
        assertThat(RetainedMemory.bytesOf(wide)).isGreaterThan(200_000);

        wide.clear();

        assertThat(RetainedMemory.bytesOf(wide)).isLessThan(1_000);
    }

    /** A connection with its HPACK tables, and the last request head that was read from it. */
    private final class Asked {
        private final HpackEncoder encoder = new HpackEncoder();
        private final HpackDecoder decoder = new HpackDecoder(10_000);
        private final RecentCache<RequestTarget> targets = new RecentCache<>();
        private Http2RequestHead last;

        /** Sends the lines three times, so that the tables contain all of them. Returns the last head. */
        private Http2RequestHead head(String lines) {
            for (int times = 0; times < 3; times++) {
                decode(block(lines));
            }
            return last;
        }

        private byte[] block(String lines) {
            encoder.begin();
            for (String line : lines.split("\\|")) {
                encoder.field(line.substring(0, line.indexOf('=')), line.substring(line.indexOf('=') + 1));
            }
            return Arrays.copyOf(encoder.block(), encoder.size());
        }

        private void decode(byte[] block) {
            reader.begin();
            decoder.begin(reader);
            decoder.decode(block, 0, block.length);
            decoder.end();
            if (reader.end() != null) {
                throw new AssertionError(reader.fault());
            }
            last = reader.head(reader.path(targets));
            reader.clear();
        }
    }

    @Test
    void allocatesOnlyAHeadAndItsArrayForARepeatedHead() {
        String lines = REQUEST + "|accept=*/*|user-agent=curl/8|accept-encoding=gzip|x-own=1";
        Asked asked = new Asked();
        asked.head(lines);
        byte[] again = asked.block(lines);

        long perHead = Allocation.bytesPerCall(() -> asked.decode(again));

        assertThat(perHead)
                .isLessThanOrEqualTo(2 * 16 + 8 * 8); // two objects, and a reference to method, target and each line
    }

    @Test
    void tellsAnExtendedConnectFromTheGetThatItIsShownAs() {
        Asked asked = new Asked();
        String connect = REQUEST.replace("GET", "CONNECT") + "|:protocol=websocket";

        assertThat(asked.head(REQUEST).asksForTunnel()).isFalse();
        assertThat(asked.head(connect).asksForTunnel()).isTrue();
        assertThat(asked.head(connect).method()).isEqualTo("GET");
        assertThat(asked.head(REQUEST).asksForTunnel()).isFalse();
    }
}
