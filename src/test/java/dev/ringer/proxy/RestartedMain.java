package dev.ringer.proxy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** A program without code for restarts. For each line of input, it prints how many requests it has answered. */
final class RestartedMain {
    private static final byte[] ANSWER = "an answer\n".getBytes();

    private static final AtomicInteger answers = new AtomicInteger();

    private RestartedMain() {}

    /** Takes a port and the number of handler threads. Without such threads, the event loop runs handlers. */
    public static void main(String[] arguments) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(arguments[0])), 0);
        int threads = Integer.parseInt(arguments[1]);
        if (threads > 0) {
            server.setExecutor(Executors.newFixedThreadPool(threads));
        }
        server.createContext("/", RestartedMain::answer);
        server.start();
        System.out.println("listening " + server.getAddress());
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in));
        while (orders.readLine() != null) {
            System.out.println("answered " + answers);
        }
    }

    private static void answer(HttpExchange exchange) throws IOException {
        exchange.getRequestBody().readAllBytes();
        exchange.sendResponseHeaders(200, ANSWER.length);
        exchange.getResponseBody().write(ANSWER);
        exchange.close();
        answers.incrementAndGet();
    }
}
