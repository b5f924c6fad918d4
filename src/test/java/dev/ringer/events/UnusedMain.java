package dev.ringer.events;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Runs a server that first serves only a page, and then an event stream, too. */
final class UnusedMain {
    private UnusedMain() {}

    public static void main(String[] arguments) throws IOException {
        InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        HttpServer server = HttpServer.create(anyPort, 0);
        server.createContext("/", exchange -> exchange.sendResponseHeaders(204, -1));
        server.start();
        try {
            ask(server, "/");
            server.createContext(
                    arguments[0], exchange -> EventStream.open(exchange).close());
            ask(server, arguments[0]);
        } finally {
            server.stop(0);
        }
    }

    private static void ask(HttpServer server, String path) throws IOException {
        String request = "GET " + path + " HTTP/1.1\r\nHost: test\r\n\r\n";
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), server.getAddress().getPort())) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            byte[] start = socket.getInputStream().readNBytes(12);
            System.out.println("answer " + new String(start, StandardCharsets.US_ASCII));
        }
    }
}
