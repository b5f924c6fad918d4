package dev.ringer.multipart;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.multipart.Attribute;
import io.netty.handler.codec.http.multipart.DefaultHttpDataFactory;
import io.netty.handler.codec.http.multipart.FileUpload;
import io.netty.handler.codec.http.multipart.HttpPostMultipartRequestDecoder;
import io.netty.handler.codec.http.multipart.InterfaceHttpData;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.openjdk.jmh.infra.Blackhole;

/** Netty's decoder, as its API is meant to be used, with everything in memory. */
final class NettyPeer {
    private static final DefaultHttpDataFactory FACTORY = new DefaultHttpDataFactory(false);

    private NettyPeer() {}

    static long slices(byte[] body, String contentType) throws IOException {
        HttpPostMultipartRequestDecoder decoder = decoder(contentType);
        try {
            for (int from = 0; from < body.length; from += BenchmarkBodies.PIECE) {
                int length = Math.min(BenchmarkBodies.PIECE, body.length - from);
                boolean last = from + length == body.length;
                offer(decoder, body, from, length, last);
            }
            return ((FileUpload) decoder.getBodyHttpData("file")).length();
        } finally {
            decoder.destroy();
        }
    }

    static void collect(byte[] body, String contentType, Blackhole hole) throws IOException {
        HttpPostMultipartRequestDecoder decoder = decoder(contentType);
        try {
            offer(decoder, body, 0, body.length, true);
            for (InterfaceHttpData data : decoder.getBodyHttpDatas()) {
                hole.consume(data.getName());
                hole.consume(
                        data instanceof Attribute attribute ? attribute.getValue() : ((FileUpload) data).content());
            }
        } finally {
            decoder.destroy();
        }
    }

    private static HttpPostMultipartRequestDecoder decoder(String contentType) {
        HttpRequest request = new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.POST, "/");
        request.headers().set(HttpHeaderNames.CONTENT_TYPE, contentType);
        return new HttpPostMultipartRequestDecoder(FACTORY, request, StandardCharsets.UTF_8);
    }

    private static void offer(
            HttpPostMultipartRequestDecoder decoder, byte[] body, int from, int length, boolean last) {
        var content = Unpooled.wrappedBuffer(body, from, length);
        decoder.offer(last ? new DefaultLastHttpContent(content) : new DefaultHttpContent(content));
    }
}
