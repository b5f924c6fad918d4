package bench;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http2.AbstractHttp2ConnectionHandlerBuilder;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionDecoder;
import io.netty.handler.codec.http2.Http2ConnectionEncoder;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2FrameAdapter;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2SecurityUtil;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2Stream;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.ApplicationProtocolNegotiationHandler;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.SupportedCipherSuiteFilter;
import java.nio.charset.StandardCharsets;

/** Netty's HTTP/2 at its leanest: a listener of frames on the connection, no channel for a stream; TLS by the JDK, as everywhere. */
final class NettyHttp2 {
    private static final ByteBuf HELLO = constant("Hello, World!".getBytes(StandardCharsets.US_ASCII));
    private static final ByteBuf MEBIBYTE = constant("x".repeat(1 << 20).getBytes(StandardCharsets.US_ASCII));

    private NettyHttp2() {}

    private static ByteBuf constant(byte[] content) {
        return Unpooled.unreleasableBuffer(
                Unpooled.directBuffer(content.length).writeBytes(content).asReadOnly());
    }

    static SslContext context() throws Exception {
        return SslContextBuilder.forServer(Tls.keys())
                .sslProvider(SslProvider.JDK)
                .ciphers(Http2SecurityUtil.CIPHERS, SupportedCipherSuiteFilter.INSTANCE)
                .applicationProtocolConfig(new ApplicationProtocolConfig(
                        ApplicationProtocolConfig.Protocol.ALPN,
                        ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
                        ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
                        ApplicationProtocolNames.HTTP_2))
                .build();
    }

    static Http2ConnectionHandler handler() {
        return new Builder().build();
    }

    /** Waits for the handshake; without h2 the connection ends. */
    static final class Negotiated extends ApplicationProtocolNegotiationHandler {
        Negotiated() {
            super(ApplicationProtocolNames.HTTP_1_1);
        }

        @Override
        protected void configurePipeline(ChannelHandlerContext ctx, String protocol) {
            if (protocol.equals(ApplicationProtocolNames.HTTP_2)) {
                ctx.pipeline().addLast(handler());
            } else {
                ctx.close();
            }
        }
    }

    private static final class Builder extends AbstractHttp2ConnectionHandlerBuilder<Connection, Builder> {
        @Override
        protected Connection build() {
            return super.build();
        }

        @Override
        protected Connection build(Http2ConnectionDecoder decoder, Http2ConnectionEncoder encoder, Http2Settings settings) {
            Connection connection = new Connection(decoder, encoder, settings);
            frameListener(new Requests(connection));
            return connection;
        }
    }

    private static final class Connection extends Http2ConnectionHandler {
        Connection(Http2ConnectionDecoder decoder, Http2ConnectionEncoder encoder, Http2Settings settings) {
            super(decoder, encoder, settings);
        }
    }

    private static final class Requests extends Http2FrameAdapter {
        private final Connection connection;
        private final Http2Connection.PropertyKey uploaded;

        Requests(Connection connection) {
            this.connection = connection;
            this.uploaded = connection.connection().newKey();
        }

        @Override
        public void onHeadersRead(ChannelHandlerContext ctx, int id, Http2Headers rq, int dependency, short weight,
                boolean exclusive, int padding, boolean endStream) {
            onHeadersRead(ctx, id, rq, padding, endStream);
        }

        @Override
        public void onHeadersRead(ChannelHandlerContext ctx, int id, Http2Headers rq, int padding, boolean endStream) {
            long[] count = stream(id).getProperty(uploaded);
            if (count != null) {
                counted(ctx, id, count); // these were trailers
            } else if (endStream) {
                answer(ctx, id, rq);
            } else {
                stream(id).setProperty(uploaded, new long[1]);
            }
        }

        @Override
        public int onDataRead(ChannelHandlerContext ctx, int id, ByteBuf data, int padding, boolean endStream) {
            long[] count = stream(id).getProperty(uploaded);
            count[0] += data.readableBytes();
            if (endStream) {
                counted(ctx, id, count);
            }
            return data.readableBytes() + padding;
        }

        private void counted(ChannelHandlerContext ctx, int id, long[] count) {
            byte[] text = Long.toString(count[0]).getBytes(StandardCharsets.US_ASCII);
            respond(ctx, id, new DefaultHttp2Headers(), Unpooled.wrappedBuffer(text));
        }

        private Http2Stream stream(int id) {
            return connection.connection().stream(id);
        }

        private void answer(ChannelHandlerContext ctx, int id, Http2Headers rq) {
            Http2Headers head = new DefaultHttp2Headers();
            switch (rq.path().toString()) {
                case "/plaintext" -> respond(ctx, id, head, HELLO.duplicate());
                case "/fixed-1m" -> respond(ctx, id, head, MEBIBYTE.duplicate());
                case "/headers" -> {
                    int seen = length(rq.get(HttpHeaderNames.ACCEPT)) + length(rq.get(HttpHeaderNames.USER_AGENT))
                            + length(rq.get(HttpHeaderNames.ACCEPT_LANGUAGE)) + length(rq.get(HttpHeaderNames.COOKIE))
                            + length(rq.authority());
                    head.set(HttpHeaderNames.CONTENT_TYPE, "text/plain; charset=utf-8");
                    head.set(HttpHeaderNames.CACHE_CONTROL, "no-store");
                    head.set("x-seen", Integer.toString(seen));
                    respond(ctx, id, head, HELLO.duplicate());
                }
                default -> connection.encoder()
                        .writeHeaders(ctx, id, head.status("404"), 0, true, ctx.newPromise());
            }
        }

        private void respond(ChannelHandlerContext ctx, int id, Http2Headers head, ByteBuf body) {
            head.status("200");
            head.set(HttpHeaderNames.DATE, Dates.now());
            head.setInt(HttpHeaderNames.CONTENT_LENGTH, body.readableBytes());
            connection.encoder().writeHeaders(ctx, id, head, 0, false, ctx.newPromise());
            connection.encoder().writeData(ctx, id, body, 0, true, ctx.newPromise());
        }

        private static int length(CharSequence s) {
            return s == null ? 0 : s.length();
        }
    }
}
