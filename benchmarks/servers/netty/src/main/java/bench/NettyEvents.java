package bench;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.nio.charset.StandardCharsets;

/** Opens event streams, and sends an event to all that are not full, from one buffer and without a copy. */
final class NettyEvents extends SimpleChannelInboundHandler<FullHttpRequest> {
    private static final ChannelGroup STREAMS = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    private static final byte[] NAME = "data: ".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] END = "\n\n".getBytes(StandardCharsets.US_ASCII);

    private NettyEvents() {}

    static void addTo(ChannelPipeline pipeline) {
        pipeline.addLast(new HttpServerCodec(), new HttpObjectAggregator(65536), new NettyEvents());
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, FullHttpRequest rq) {
        if (rq.uri().equals("/events")) {
            open(ctx);
        } else {
            publish(ctx, rq.content());
        }
    }

    private static void open(ChannelHandlerContext ctx) {
        HttpResponse rs = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
        rs.headers().set(HttpHeaderNames.CONTENT_TYPE, "text/event-stream; charset=utf-8");
        rs.headers().set(HttpHeaderNames.CACHE_CONTROL, "no-cache");
        HttpUtil.setTransferEncodingChunked(rs, true);
        ctx.writeAndFlush(rs, ctx.voidPromise());
        STREAMS.add(ctx.channel());
    }

    private static void publish(ChannelHandlerContext ctx, ByteBuf data) {
        ByteBuf event = ctx.alloc().directBuffer(NAME.length + data.readableBytes() + END.length)
                .writeBytes(NAME).writeBytes(data).writeBytes(END);
        STREAMS.writeAndFlush(new DefaultHttpContent(event), Channel::isWritable, true);
        ctx.writeAndFlush(new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1, HttpResponseStatus.NO_CONTENT, Unpooled.EMPTY_BUFFER));
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        ctx.close();
    }
}
