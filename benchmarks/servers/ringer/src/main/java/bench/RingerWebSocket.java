package bench;

import com.sun.net.httpserver.HttpServer;
import dev.ringer.websocket.WebSocketHandler;
import dev.ringer.websocket.WebSocketListener;
import dev.ringer.websocket.WebSocketSession;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Adds to a server what sends back what comes, and what sends it to everybody. SpiApp finds it where it is on the class path. */
public final class RingerWebSocket implements Consumer<HttpServer> {
    @Override
    public void accept(HttpServer server) {
        server.createContext("/ws/echo", WebSocketHandler.of(new Echo()));
        server.createContext("/ws/all", WebSocketHandler.of(new ToAll()));
    }

    private static final class Echo implements WebSocketListener {
        @Override
        public void onBinary(WebSocketSession session, ByteBuffer message) throws Exception {
            session.sendBinary(message);
        }
    }

    private static final class ToAll implements WebSocketListener {
        private final Set<WebSocketSession> everybody = ConcurrentHashMap.newKeySet();

        @Override
        public void onOpen(WebSocketSession session) {
            everybody.add(session);
        }

        @Override
        public void onBinary(WebSocketSession session, ByteBuffer message) {
            everybody.forEach(other -> other.trySendBinary(message));
        }

        @Override
        public void onClose(WebSocketSession session, int code, String reason) {
            everybody.remove(session);
        }
    }
}
