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

/** Starts servers with one WebSocket over the transport of the current run, and connects clients to them. */
final class WebSocketServers {
    static final String PATH = "/socket";

    private WebSocketServers() {}

    /** Returns a started server with this handler at {@link #PATH}. */
    static TestServer start(Mode mode, HttpHandler handler) throws IOException {
        return start(mode, handler, Map.of());
    }

    /** Returns a started server with this handler at {@link #PATH}, and with settings. */
    static TestServer start(Mode mode, HttpHandler handler, Map<String, String> properties) throws IOException {
        return TestServer.create(Provider.RINGER, Transport.current(), mode, properties)
                .handle(PATH, handler)
                .start();
    }

    /** Takes a server's memory until the server evicts a client, and then frees the memory. */
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

    /** Returns a client that has received the answer to its handshake. */
    static WebSocketClient connect(TestServer server, String... fieldLines) throws IOException {
        return WebSocketClient.open(server.connect(), PATH, fieldLines);
    }

    /** Returns a client like {@link #connect}, but with little room for data that it does not read. */
    static WebSocketClient connectNarrow(TestServer server) throws IOException {
        return WebSocketClient.open(server.connectNarrow(), PATH);
    }
}
