package dev.ringer.listen;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** A program whose server answers with its process ID, until the program is asked to end. */
final class ListeningMain {
    private ListeningMain() {}

    public static void main(String[] arguments) throws IOException {
        int port = Integer.parseInt(arguments[0]);
        HttpServer server = create(port);
        if (arguments.length > 1) {
            requireOne(port);
            server.start();
            server.stop(0);
            server = create(port);
        }
        server.start();
        Runtime.getRuntime().addShutdownHook(new Thread(stopping(server)));
        System.out.println("listening " + server.getAddress());
    }

    private static HttpServer create(int port) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        byte[] body = Long.toString(ProcessHandle.current().pid()).getBytes();
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        return server;
    }

    private static void requireOne(int port) throws IOException {
        try {
            create(port);
            throw new AssertionError("two servers have one socket");
        } catch (BindException expected) {
            System.out.println("refused " + expected.getMessage());
        }
    }

    private static Runnable stopping(HttpServer server) {
        return () -> {
            server.stop(5);
            System.out.println("stopped");
        };
    }
}
