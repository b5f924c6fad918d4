package dev.ringer.contract;

import com.sun.net.httpserver.HttpServer;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * A program whose {@code main} ends immediately, but leaves a server of the provider that the first argument names. The
 * second argument says whether the server is only created, or also started, or whether its handler then ends the JVM. If the JVM still runs, a daemon thread then uses
 * the server and stops it.
 */
final class OutlivedMain {
    private OutlivedMain() {}

    public static void main(String[] arguments) throws IOException {
        InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        HttpServer server = Provider.valueOf(arguments[0]).open().createHttpServer(anyPort, 0);
        server.createContext("/", exchange -> exchange.sendResponseHeaders(200, -1));
        server.createContext("/exit", exchange -> {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                server.stop(1);
                System.out.println("stopped");
            }));
            System.exit(0);
        });
        if (!arguments[1].equals("create")) {
            server.start();
        }
        Thread main = Thread.currentThread();
        Thread user = new Thread(() -> use(server, main, arguments[1].equals("exit") ? "/exit" : "/"));
        user.setDaemon(true);
        user.start();
    }

    private static void use(HttpServer server, Thread main, String path) {
        try (RawClient client = RawClient.connect(server)) {
            main.join();
            System.out.println("status " + client.get(path).readResponse().status());
        } catch (IOException | InterruptedException e) {
            System.out.println(e);
        } finally {
            server.stop(0);
        }
    }
}
