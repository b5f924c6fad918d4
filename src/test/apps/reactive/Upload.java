package reactive;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** Uploads three megabytes to a handler, and prints the length with which it answers. */
final class Upload {
    private static final int LENGTH = 3_000_000;

    private Upload() {}

    static void run(HttpHandler handler) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", handler);
        server.start();
        URI uri = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
        HttpClient client = HttpClient.newHttpClient();
        HttpRequest request = HttpRequest.newBuilder(uri)
                .POST(HttpRequest.BodyPublishers.ofByteArray(new byte[LENGTH]))
                .build();
        System.out.println("received "
                + client.send(request, HttpResponse.BodyHandlers.ofString()).body());
        System.exit(0);
    }

    static void answer(HttpExchange exchange, int length) {
        try (exchange) {
            byte[] text = Integer.toString(length).getBytes();
            exchange.sendResponseHeaders(200, text.length);
            exchange.getResponseBody().write(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
