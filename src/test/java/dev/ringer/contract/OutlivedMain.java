package dev.ringer.contract;

import com.sun.net.httpserver.HttpServer;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * A program whose {@code main} ends immediately, but leaves a server of the provider that the first argument names. The
 * second argument says whether the server is started or only created. If the JVM still runs, a daemon thread then uses
 * the server and stops it.
 */
final class OutlivedMain {
    private OutlivedMain() {}

    public static void main(String[] arguments) throws IOException {
        InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        HttpServer server = Provider.valueOf(arguments[0]).open().createHttpServer(anyPort, 0);
        server.createContext("/", exchange -> exchange.sendResponseHeaders(200, -1));
        if (arguments[1].equals("start")) {
            server.start();
        }
        Thread main = Thread.currentThread();
        Thread user = new Thread(() -> use(server, main));
        user.setDaemon(true);
        user.start();
    }

    private static void use(HttpServer server, Thread main) {
        try (RawClient client = RawClient.connect(server)) {
            main.join();
            System.out.println("status " + client.get("/").readResponse().status());
        } catch (IOException | InterruptedException e) {
            System.out.println(e);
        } finally {
            server.stop(0);
        }
    }
}
