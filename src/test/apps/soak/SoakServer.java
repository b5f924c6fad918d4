package soak;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Scanner;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** A server with good and bad handlers. For each line of input it prints what it holds, or how often it complained. */
public final class SoakServer {
    private static final int LARGE = 1 << 20;
    private static final ScheduledExecutorService LATER = Executors.newScheduledThreadPool(2);

    private SoakServer() {}

    public static void main(String[] arguments) throws Exception {
        var complaints = Complaints.heard();
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1024);
        server.setExecutor(executor(arguments[0]));
        server.createContext("/echo", SoakServer::echo);
        server.createContext("/large", SoakServer::answerLarge);
        server.createContext("/later", exchange -> LATER.schedule(() -> quietly(exchange), 5, TimeUnit.MILLISECONDS));
        server.createContext("/never", exchange -> {});
        server.createContext("/throws", exchange -> {
            throw new IllegalStateException("meant");
        });
        server.createContext("/throws-midway", exchange -> {
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write(new byte[100]);
            throw new IllegalStateException("meant");
        });
        server.start();

        System.out.println("READY " + server.getAddress().getPort() + " "
                + server.getClass().getName());
        var lines = new Scanner(System.in);
        while (lines.hasNextLine()) {
            System.out.println(
                    lines.nextLine().equals("tell") ? "HOLDS " + Holdings.now() : "COMPLAINTS " + complaints.count());
        }
        System.exit(0);
    }

    private static Executor executor(String name) throws ReflectiveOperationException {
        return switch (name) {
            case "none" -> null;
            case "pool" -> Executors.newFixedThreadPool(16);
            default ->
                (Executor) Executors.class
                        .getMethod("newVirtualThreadPerTaskExecutor")
                        .invoke(null);
        };
    }

    private static void echo(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, 0);
        exchange.getRequestBody().transferTo(exchange.getResponseBody());
        exchange.close();
    }

    private static void answerLarge(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, LARGE);
        exchange.getResponseBody().write(new byte[LARGE]);
        exchange.close();
    }

    private static void quietly(HttpExchange exchange) {
        try {
            echo(exchange);
        } catch (IOException left) {
            exchange.close();
        }
    }
}
