package dev.ringer.websocket;

import com.sun.net.httpserver.HttpHandler;
import dev.ringer.internal.bytes.ClientMemory;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import dev.ringer.testkit.WebSocketClient;
import java.io.IOException;
import java.util.Map;

/** Servers with one WebSocket, in the clear or over TLS as the run is about. */
final class WebSocketServers {
    static final String PATH = "/socket";

    private WebSocketServers() {}

    /** A started server whose handler this is. */
    static TestServer start(Mode mode, HttpHandler handler) throws IOException {
        return start(mode, handler, Map.of());
    }

    /** A started server whose handler this is. */
    static TestServer start(Mode mode, HttpHandler handler, Map<String, String> properties) throws IOException {
        return TestServer.create(Provider.RINGER, Transport.current(), mode, properties)
                .handle(PATH, handler)
                .start();
    }

    /** Uses up the memory of a server until the server evicts a client. */
    static void awaitEviction(TestServer server, long max) {
        long before = server.memory().evictions();
        ClientMemory another = new ClientMemory(server.memory());
        another.take(max);
        Deadlines.await("one is evicted", () -> {
            server.memory().admits();
            return server.memory().evictions() > before;
        });
        another.releaseAll();
    }

    /** A client whose handshake has been answered. */
    static WebSocketClient connect(TestServer server, String... fieldLines) throws IOException {
        return WebSocketClient.open(server.connect(), PATH, fieldLines);
    }

    /** The same with little room for what it does not read. */
    static WebSocketClient connectNarrow(TestServer server) throws IOException {
        return WebSocketClient.open(server.connectNarrow(), PATH);
    }
}
