package dev.ringer.testkit;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** Creates servers with HTTP/2, and provides their handlers. */
public final class Http2Servers {
    private Http2Servers() {}

    /** Creates a server with HTTP/2 over the test's transport, but does not start it. */
    public static TestServer create(Mode mode, String... properties) throws IOException {
        return create(Transport.current(), mode, properties);
    }

    /** Creates a server with HTTP/2, but does not start it. Names and values of properties alternate. */
    public static TestServer create(Transport transport, Mode mode, String... properties) throws IOException {
        Map<String, String> settings = new HashMap<>(Map.of("ringer.http2", "on"));
        for (int i = 0; i < properties.length; i += 2) {
            settings.put(properties[i], properties[i + 1]);
        }
        return TestServer.create(Provider.RINGER, transport, mode, settings)
                .handle("/hello", exchange -> respond(exchange, "hello"))
                .handle("/echo", Http2Servers::echo)
                .handle("/large", Http2Servers::large);
    }

    /** Sends a whole response. */
    public static void respond(HttpExchange exchange, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.ISO_8859_1);
        exchange.sendResponseHeaders(200, bytes.length == 0 ? -1 : bytes.length);
        if (bytes.length > 0) {
            exchange.getResponseBody().write(bytes);
        }
        exchange.close();
    }

    /** Sends the content of the request back. */
    public static void echo(HttpExchange exchange) throws IOException {
        respond(exchange, new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.ISO_8859_1));
    }

    /** Sends as many zero bytes as the query says. */
    public static void large(HttpExchange exchange) throws IOException {
        int length = Integer.parseInt(exchange.getRequestURI().getQuery());
        exchange.sendResponseHeaders(200, length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(new byte[length]);
        }
    }
}
