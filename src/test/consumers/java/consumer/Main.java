package consumer;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.URL;
import java.net.URLConnection;

/** Starts a server by the JDK's API alone, sends it one request, and prints its provider and its answer. */
public final class Main {
    private static final byte[] GREETING = "hello".getBytes();

    private Main() {}

    public static void main(String[] arguments) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, GREETING.length);
            try (OutputStream body = exchange.getResponseBody()) {
                body.write(GREETING);
            }
        });
        server.start();
        try {
            System.out.println("server: " + server.getClass().getName());
            System.out.println("answer: " + answer(server.getAddress()));
        } finally {
            server.stop(0);
        }
    }

    private static String answer(InetSocketAddress address) throws IOException {
        URL url = new URL("http", address.getAddress().getHostAddress(), address.getPort(), "/");
        URLConnection connection = url.openConnection(Proxy.NO_PROXY);
        try (InputStream body = connection.getInputStream()) {
            return new String(body.readAllBytes());
        }
    }
}
