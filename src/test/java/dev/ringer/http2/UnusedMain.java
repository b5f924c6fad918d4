package dev.ringer.http2;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Runs a server that supports HTTP/2, and sends it the preface of HTTP/2 or a request of HTTP/1.1. */
final class UnusedMain {
    private UnusedMain() {}

    public static void main(String[] arguments) throws IOException {
        InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        HttpServer server = HttpServer.create(anyPort, 0);
        server.createContext("/", exchange -> exchange.sendResponseHeaders(200, -1));
        server.start();
        String first = arguments[0].equals("preface")
                ? "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
                : "GET / HTTP/1.1\r\nHost: test\r\n\r\n";
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), server.getAddress().getPort())) {
            socket.getOutputStream().write(first.getBytes(StandardCharsets.US_ASCII));
            System.out.println("answer " + socket.getInputStream().read());
        } finally {
            server.stop(0);
        }
    }
}
