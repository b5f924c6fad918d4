package dev.ringer.internal.http2.hpack;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.DefaultHttp2HeadersEncoder;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Field blocks of one connection beside Netty's. The request is a browser's, with 16 lines; repeated ones differ in nothing
 * but a path that is sent in full each time, as browsers do. {@code first} is the first request of a connection.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class HpackBenchmark {
    private static final String[] REQUEST = {
        ":method", "GET",
        ":authority", "www.example.com",
        ":scheme", "https",
        ":path", "/headers?page=2",
        "cache-control", "max-age=0",
        "sec-ch-ua", "\"Not=A?Brand\";v=\"24\", \"Chromium\";v=\"140\"",
        "sec-ch-ua-mobile", "?0",
        "sec-ch-ua-platform", "\"Linux\"",
        "upgrade-insecure-requests", "1",
        "user-agent",
                "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
        "accept", "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8",
        "sec-fetch-site", "same-origin",
        "sec-fetch-mode", "navigate",
        "sec-fetch-dest", "document",
        "accept-encoding", "gzip, deflate, br, zstd",
        "accept-language", "en-GB,en;q=0.9",
    };

    private static final String[] RESPONSE = {
        "Content-type", "text/html; charset=utf-8",
        "Content-length", "12345",
        "Date", "Mon, 21 Oct 2013 20:13:21 GMT",
        "Cache-control", "no-store",
        "X-request-id", "0af7651916cd43dd8448eb211c80319c",
    };

    private final HpackDecoder decoder = new HpackDecoder(1 << 16);
    private final DefaultHttp2HeadersDecoder nettyDecoder = new DefaultHttp2HeadersDecoder(false, 1 << 16);
    private final HpackEncoder encoder = new HpackEncoder();
    private final DefaultHttp2HeadersEncoder nettyEncoder = new DefaultHttp2HeadersEncoder();
    private final Http2Headers response = new DefaultHttp2Headers();
    private final ByteBuf nettyOut = Unpooled.buffer(1024);
    private final Counter counter = new Counter();
    private byte[] first;
    private byte[] again;
    private ByteBuf nettyAgain;

    /** Looks at each line as little as a sink can. */
    private static final class Counter implements FieldSink {
        private int octets;

        @Override
        public void onLine(FieldLine entry) {
            octets += entry.value().length;
        }

        @Override
        public void onLiteral(FieldName name, byte[] bytes, int from, int to, boolean neverIndexed) {
            octets += to - from;
        }

        @Override
        public void onTooLarge() {
            throw new IllegalStateException();
        }
    }

    /** Encodes the requests, and brings the decoders to where the second one begins. */
    @Setup
    public void prepare() throws Http2Exception {
        HpackEncoder browser = new HpackEncoder();
        first = request(browser);
        again = request(browser);
        nettyAgain = Unpooled.wrappedBuffer(again);
        decode(decoder, first);
        nettyDecoder.decodeHeaders(3, Unpooled.wrappedBuffer(first));
        response.status("200");
        for (int i = 0; i < RESPONSE.length; i += 2) {
            response.add(RESPONSE[i].toLowerCase(Locale.ROOT), RESPONSE[i + 1]);
        }
    }

    private static byte[] request(HpackEncoder browser) {
        browser.begin();
        for (int i = 0; i < REQUEST.length; i += 2) {
            switch (REQUEST[i]) {
                case ":method" -> browser.staticLine(2);
                case ":scheme" -> browser.staticLine(7);
                case ":path" -> browser.line(REQUEST[i], REQUEST[i + 1], 4, true);
                default -> {
                    browser.comesAgain(REQUEST[i], REQUEST[i + 1]); // so that the line enters the table at once
                    browser.line(REQUEST[i], REQUEST[i + 1], REQUEST[i].equals(":authority") ? 1 : 0, false);
                }
            }
        }
        return Arrays.copyOf(browser.block(), browser.size());
    }

    private int decode(HpackDecoder decoder, byte[] block) {
        decoder.begin(counter);
        decoder.decode(block, 0, block.length);
        decoder.end();
        return counter.octets;
    }

    /** A repeated request. */
    @Benchmark
    public int decodeAgain() {
        return decode(decoder, again);
    }

    /** A repeated request, by Netty, into its headers. */
    @Benchmark
    public Http2Headers nettyDecodeAgain() throws Http2Exception {
        nettyAgain.readerIndex(0);
        return nettyDecoder.decodeHeaders(3, nettyAgain);
    }

    /** The first request of a connection. */
    @Benchmark
    public int decodeFirst() {
        return decode(new HpackDecoder(1 << 16), first);
    }

    /** The first request of a connection, by Netty. */
    @Benchmark
    public Http2Headers nettyDecodeFirst() throws Http2Exception {
        return new DefaultHttp2HeadersDecoder(false, 1 << 16).decodeHeaders(3, Unpooled.wrappedBuffer(first));
    }

    /** A response whose lines repeat. */
    @Benchmark
    public int encode() {
        encoder.begin();
        encoder.status(200);
        for (int i = 0; i < RESPONSE.length; i += 2) {
            encoder.field(RESPONSE[i], RESPONSE[i + 1]);
        }
        return encoder.size();
    }

    /** A response whose lines repeat, by Netty. */
    @Benchmark
    public int nettyEncode() throws Http2Exception {
        nettyOut.clear();
        nettyEncoder.encodeHeaders(3, response, nettyOut);
        return nettyOut.readableBytes();
    }
}
