package dev.ringer.proxy;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import dev.ringer.testkit.SystemProperties;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.zip.CRC32;

/** A server whose answers identify their requests, by a number in a header and by the body. */
final class NumberedService implements AutoCloseable {
    static final String NUMBER = "X-Number";
    private static final int LARGE = 4 << 20;

    private final HttpServer server;
    private final Set<Integer> begun = ConcurrentHashMap.newKeySet();

    NumberedService(Executor executor, boolean http2) throws IOException {
        try (SystemProperties ignored = SystemProperties.with(Map.of("ringer.http2", http2 ? "on" : "off"))) {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        }
        server.setExecutor(executor);
        serve("/fixed", (exchange, number) -> send(exchange, 200, content(number)));
        serve("/chunked", NumberedService::sendChunked);
        serve("/unchanged", (exchange, number) -> sendHead(exchange, 304));
        serve("/closing", NumberedService::sendAndClose);
        serve("/upload", NumberedService::sendChecksum);
        serve("/large", NumberedService::sendLarge);
        server.start();
    }

    /** Returns the body for a number. Successive numbers have different lengths and bytes. */
    static byte[] content(int number) {
        var text = number + " is my number\n";
        return text.repeat(1 + number * 31 % 800).getBytes(US_ASCII);
    }

    static String checksum(byte[] content) {
        var crc = new CRC32();
        crc.update(content);
        return content.length + " " + crc.getValue();
    }

    int port() {
        return server.getAddress().getPort();
    }

    /** Returns the numbers of all requests that reached a handler. */
    Set<Integer> begun() {
        return begun;
    }

    void stop(int seconds) {
        server.stop(seconds);
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private interface NumberedHandler {
        void handle(HttpExchange exchange, int number) throws IOException;
    }

    private void serve(String path, NumberedHandler handler) {
        HttpHandler numbered = exchange -> {
            var number = exchange.getRequestHeaders().getFirst(NUMBER);
            begun.add(Integer.valueOf(number));
            exchange.getResponseHeaders().set(NUMBER, number);
            handler.handle(exchange, Integer.parseInt(number));
        };
        server.createContext(path, numbered);
    }

    private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
        if (exchange.getRequestMethod().equals("HEAD")) {
            exchange.getResponseHeaders().set("Content-Length", Integer.toString(body.length));
            sendHead(exchange, status);
        } else {
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        }
    }

    private static void sendHead(HttpExchange exchange, int status) throws IOException {
        exchange.sendResponseHeaders(status, -1);
        exchange.close();
    }

    private static void sendChunked(HttpExchange exchange, int number) throws IOException {
        var body = content(number);
        exchange.sendResponseHeaders(200, 0);
        for (var at = 0; at < body.length; at += 1000) {
            exchange.getResponseBody().write(body, at, Math.min(1000, body.length - at));
        }
        exchange.close();
    }

    private static void sendAndClose(HttpExchange exchange, int number) throws IOException {
        exchange.getResponseHeaders().set("Connection", "close");
        send(exchange, 200, content(number));
    }

    private static void sendChecksum(HttpExchange exchange, int number) throws IOException {
        var upload = exchange.getRequestBody().readAllBytes();
        send(exchange, 200, checksum(upload).getBytes(US_ASCII));
    }

    private static void sendLarge(HttpExchange exchange, int number) throws IOException {
        exchange.sendResponseHeaders(200, LARGE);
        var block = new byte[16 << 10];
        for (var sent = 0; sent < LARGE; sent += block.length) {
            exchange.getResponseBody().write(block);
        }
        exchange.close();
    }
}
