package bench;

import io.undertow.websockets.WebSocketConnectionCallback;
import io.undertow.websockets.core.AbstractReceiveListener;
import io.undertow.websockets.core.BufferedBinaryMessage;
import io.undertow.websockets.core.WebSocketCallback;
import io.undertow.websockets.core.WebSocketChannel;
import io.undertow.websockets.core.WebSockets;
import io.undertow.websockets.spi.WebSocketHttpExchange;
import java.nio.ByteBuffer;
import org.xnio.Pooled;

/** Sends back what comes, from the buffers in which it lies; or sends it to everybody. */
record UndertowWebSocket(boolean toAll) implements WebSocketConnectionCallback {
    @Override
    public void onConnect(WebSocketHttpExchange exchange, WebSocketChannel channel) {
        channel.getReceiveSetter().set(new Listener());
        channel.resumeReceives();
    }

    private final class Listener extends AbstractReceiveListener {
        @Override
        protected void onFullBinaryMessage(WebSocketChannel channel, BufferedBinaryMessage message) {
            Pooled<ByteBuffer[]> data = message.getData();
            if (!toAll) {
                WebSockets.sendBinary(data.getResource(), channel, new Release(data));
                return;
            }
            ByteBuffer all = WebSockets.mergeBuffers(data.getResource());
            for (WebSocketChannel peer : channel.getPeerConnections()) {
                WebSockets.sendBinary(all.duplicate(), peer, null);
            }
            data.free();
        }
    }

    private record Release(Pooled<ByteBuffer[]> data) implements WebSocketCallback<Void> {
        @Override
        public void complete(WebSocketChannel channel, Void nothing) {
            data.free();
        }

        @Override
        public void onError(WebSocketChannel channel, Void nothing, Throwable lost) {
            data.free();
        }
    }
}
