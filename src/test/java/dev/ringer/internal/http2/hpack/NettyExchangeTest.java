package dev.ringer.internal.http2.hpack;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.DefaultHttp2HeadersEncoder;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Exchanges many blocks with Netty's HPACK implementation, whose dynamic tables must stay equal to ours. */
class NettyExchangeTest {
    private static final int BLOCKS = 3_000;
    private static final List<String> NAMES = List.of(
            "accept", "content-type", "content-length", "date", "server", "vary", "x-a", "x-some-longer-name", "via");
    private static final List<String> SECRETS = List.of("set-cookie", "authorization");

    private final Random random = new Random(9113);

    private List<String> someLines() {
        List<String> lines = new ArrayList<>();
        for (int i = random.nextInt(12); i >= 0; i--) {
            boolean secret = random.nextInt(10) == 0;
            String name = secret ? pick(SECRETS) : random.nextInt(10) == 0 ? "x-" + random.nextInt(100) : pick(NAMES);
            lines.add(name + ": " + value());
        }
        return lines;
    }

    private String pick(List<String> names) {
        return names.get(random.nextInt(names.size()));
    }

    private String value() {
        return switch (random.nextInt(5)) {
            case 0 -> "";
            case 1 -> "value" + random.nextInt(5);
            case 2 -> "number " + random.nextInt(1_000_000);
            case 3 -> "text/html; charset=utf-8";
            default -> odd(random.nextInt(20) == 0 ? random.nextInt(5_000) : random.nextInt(150));
        };
    }

    private String odd(int length) {
        byte[] octets = new byte[length];
        random.nextBytes(octets);
        return new String(octets, StandardCharsets.ISO_8859_1);
    }

    @Test
    void nettyDecodesWhatWeEncode() throws Http2Exception {
        HpackEncoder encoder = new HpackEncoder();
        DefaultHttp2HeadersDecoder netty = new DefaultHttp2HeadersDecoder(false, 1 << 20);
        for (int i = 0; i < BLOCKS; i++) {
            if (random.nextInt(50) == 0) {
                encoder.limitTable(random.nextInt(5_000));
            }
            List<String> lines = someLines();
            encoder.begin();
            encoder.status(200);
            lines.forEach(
                    line -> encoder.field(line.substring(0, line.indexOf(':')), line.substring(line.indexOf(':') + 2)));

            ByteBuf block = Unpooled.wrappedBuffer(encoder.block(), 0, encoder.size());
            List<String> told = lines(netty.decodeHeaders(3, block));

            assertThat(told).containsExactlyInAnyOrderElementsOf(withStatus(lines));
        }
    }

    private static List<String> withStatus(List<String> lines) {
        List<String> all = new ArrayList<>(lines);
        all.add(":status: 200");
        return all;
    }

    private static List<String> lines(Http2Headers headers) {
        List<String> lines = new ArrayList<>();
        headers.forEach(line -> lines.add(latin1(line.getKey()) + ": " + latin1(line.getValue())));
        return lines;
    }

    private static String latin1(CharSequence text) {
        return new String(text.toString().getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.ISO_8859_1);
    }

    @Test
    void weDecodeWhatNettyEncodes() throws Http2Exception {
        DefaultHttp2HeadersEncoder netty =
                new DefaultHttp2HeadersEncoder((name, value) -> name.toString().equals("authorization"), false, 64, 0);
        HpackDecoder decoder = new HpackDecoder(1 << 20);
        for (int i = 0; i < BLOCKS; i++) {
            if (random.nextInt(50) == 0) {
                netty.maxHeaderTableSize(random.nextInt(4_097));
            }
            List<String> lines = someLines();
            DefaultHttp2Headers headers = new DefaultHttp2Headers(false);
            lines.forEach(
                    line -> headers.add(line.substring(0, line.indexOf(':')), line.substring(line.indexOf(':') + 2)));
            ByteBuf block = Unpooled.buffer();
            netty.encodeHeaders(3, headers, block);
            byte[] bytes = ByteBufUtil.getBytes(block);

            List<String> told = FieldLog.read(decoder, bytes, 1 + random.nextInt(bytes.length));

            assertThat(told)
                    .containsExactlyInAnyOrderElementsOf(lines.stream()
                            .map(line -> line.startsWith("authorization") ? line + " (never indexed)" : line)
                            .toList());
        }
    }

    @Test
    void bothKnowTheSameStaticTableAndCode() throws Http2Exception {
        DefaultHttp2HeadersDecoder netty = new DefaultHttp2HeadersDecoder(false, 1 << 20);
        for (int index = 1; index <= StaticTable.SIZE; index++) {
            List<String> told =
                    lines(netty.decodeHeaders(3, Unpooled.wrappedBuffer(new byte[] {(byte) (0x80 | index)})));

            assertThat(told).containsExactly(StaticTable.entry(index).toString());
        }
        byte[] all = new byte[256];
        for (int i = 0; i < all.length; i++) {
            all[i] = (byte) i;
        }
        HpackEncoder encoder = new HpackEncoder(HpackEncoder.Strings.CODED);
        encoder.begin();
        encoder.field("x", new String(all, StandardCharsets.ISO_8859_1));
        byte[] block = Arrays.copyOf(encoder.block(), encoder.size());
        assertThat(lines(netty.decodeHeaders(3, Unpooled.wrappedBuffer(block))))
                .containsExactly("x: " + new String(all, StandardCharsets.ISO_8859_1));
    }
}
