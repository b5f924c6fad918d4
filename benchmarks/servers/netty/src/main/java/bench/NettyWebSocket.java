package bench;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolHandler;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.GlobalEventExecutor;

/** Sends back what comes, without a copy; or sends it to everybody. What a read has brought leaves together. */
final class NettyWebSocket {
    private static final ChannelGroup EVERYBODY = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);

    private NettyWebSocket() {}

    static void addTo(ChannelPipeline pipeline) {
        pipeline.addLast(new HttpServerCodec(), new HttpObjectAggregator(65536),
                new WebSocketServerProtocolHandler("/ws", true), new Handler());
    }

    private static final class Handler extends ChannelInboundHandlerAdapter {
        private boolean toAll;

        @Override
        public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
            if (event instanceof WebSocketServerProtocolHandler.HandshakeComplete handshake) {
                toAll = handshake.requestUri().equals("/ws/all");
                if (toAll) {
                    EVERYBODY.add(ctx.channel());
                }
            }
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            if (!(message instanceof BinaryWebSocketFrame)) {
                ReferenceCountUtil.release(message);
            } else if (toAll) {
                EVERYBODY.writeAndFlush(message, channel -> true, true);
            } else {
                ctx.write(message, ctx.voidPromise());
            }
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext ctx) {
            ctx.flush();
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            ctx.close();
        }
    }
}
