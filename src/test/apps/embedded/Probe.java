package embedded;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URL;

/** Sends a request to its own server, and prints which provider's server answered. */
public final class Probe {
    public static void main(String[] arguments) throws IOException {
        System.out.println("application: " + served());
    }

    public static String served() throws IOException {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            var body = exchange.getRequestMethod().getBytes();
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        try {
            return asked(server.getAddress().getPort()) + " answered by "
                    + server.getClass().getName();
        } finally {
            server.stop(0);
        }
    }

    private static String asked(int port) throws IOException {
        try (var answer = new URL("http://localhost:" + port + "/").openStream()) {
            return new String(answer.readAllBytes());
        }
    }
}
