package embedded;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URL;

/** Two servers in one JVM that know nothing of each other. */
public final class TwoServers {
    public static void main(String[] arguments) throws IOException {
        var one = serving("one");
        var two = serving("two");
        System.out.println(
                asked(one) + " and " + asked(two) + " by " + one.getClass().getName());

        one.stop(0);
        System.out.println(refuses(one) + " and " + asked(two));
        two.stop(0);
    }

    private static HttpServer serving(String name) throws IOException {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, name.length());
            exchange.getResponseBody().write(name.getBytes());
            exchange.close();
        });
        server.start();
        return server;
    }

    private static String refuses(HttpServer server) throws IOException {
        try {
            return asked(server);
        } catch (ConnectException e) {
            return "stopped";
        }
    }

    private static String asked(HttpServer server) throws IOException {
        var url = new URL("http://localhost:" + server.getAddress().getPort() + "/");
        try (var answer = url.openStream()) {
            return new String(answer.readAllBytes());
        }
    }
}
