package dev.ringer.websocket;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Runs a server that first has only a page, and then also a WebSocket. */
final class UnusedMain {
    private UnusedMain() {}

    public static void main(String[] arguments) throws IOException {
        InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        HttpServer server = HttpServer.create(anyPort, 0);
        server.createContext("/", exchange -> exchange.sendResponseHeaders(200, -1));
        server.start();
        try {
            ask(server, "/");
            server.createContext(arguments[0], WebSocketHandler.of(new WebSocketListener() {}));
            ask(server, arguments[0]);
        } finally {
            server.stop(0);
        }
    }

    private static void ask(HttpServer server, String path) throws IOException {
        String request = "GET " + path + " HTTP/1.1\r\nHost: test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), server.getAddress().getPort())) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            byte[] start = socket.getInputStream().readNBytes(12);
            System.out.println("answer " + new String(start, StandardCharsets.US_ASCII));
        }
    }
}
