package dev.ringer.proxy;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** The program of {@code docs/deploy.md}, which is told by lines when to leave and when to stop, where that one lets time pass. */
final class RestartedMain {
    private static final byte[] ANSWER = "an answer\n".getBytes();

    private static final AtomicInteger answers = new AtomicInteger();
    private static volatile boolean leaving;

    private RestartedMain() {}

    /** A port, and how many threads run handlers; none for the loop's. */
    public static void main(String[] arguments) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(arguments[0])), 0);
        int threads = Integer.parseInt(arguments[1]);
        if (threads > 0) {
            server.setExecutor(Executors.newFixedThreadPool(threads));
        }
        server.createContext("/ready", exchange -> {
            exchange.sendResponseHeaders(leaving ? 503 : 200, -1);
            exchange.close();
        });
        server.createContext("/", RestartedMain::answer).getFilters().add(Filter.beforeHandler("leaves", exchange -> {
            if (leaving) {
                exchange.getResponseHeaders().set("Connection", "close");
            }
        }));
        server.start();
        System.out.println("listening " + server.getAddress());
        obey(server);
    }

    private static void answer(HttpExchange exchange) throws IOException {
        exchange.getRequestBody().readAllBytes();
        exchange.sendResponseHeaders(200, ANSWER.length);
        exchange.getResponseBody().write(ANSWER);
        exchange.close();
        answers.incrementAndGet();
    }

    private static void obey(HttpServer server) throws IOException {
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in));
        for (String order = orders.readLine(); order != null; order = orders.readLine()) {
            switch (order) {
                case "leave" -> leaving = true;
                case "count" -> System.out.println("answered " + answers);
                case "stop" -> {
                    server.stop(20);
                    System.out.println("stopped " + answers);
                    System.exit(0);
                }
                default -> throw new IOException(order);
            }
        }
    }
}
