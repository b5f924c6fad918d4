package bench;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.ringer.files.FileTransfer;
import dev.ringer.websocket.WebSocketHandler;
import dev.ringer.websocket.WebSocketListener;
import dev.ringer.websocket.WebSocketSession;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Adds to a server what sends back what comes, and what sends it to everybody. SpiApp finds it where it is on the class path. */
public final class RingerWebSocket implements Consumer<HttpServer> {
    @Override
    public void accept(HttpServer server) {
        server.createContext("/ws/echo", WebSocketHandler.of(new Echo()));
        server.createContext("/ws/all", WebSocketHandler.of(new ToAll()));
        server.createContext("/ringer-file", RingerWebSocket::file);
    }

    /** What SpiApp answers to /file, by Ringer's own interface. */
    private static void file(HttpExchange exchange) throws IOException {
        Path file = Path.of(System.getProperty("file"));
        long size = Files.size(file);
        exchange.sendResponseHeaders(200, size);
        try (OutputStream body = exchange.getResponseBody()) {
            FileTransfer.copy(file, 0, size, body);
        }
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
