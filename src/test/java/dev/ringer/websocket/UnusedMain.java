package dev.ringer.websocket;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A program whose server has a WebSocket if its client wants one, and no more than a page otherwise. */
final class UnusedMain {
    private UnusedMain() {}

    public static void main(String[] arguments) throws IOException {
        InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        HttpServer server = HttpServer.create(anyPort, 0);
        String path = arguments[0];
        if (path.equals("/")) {
            server.createContext("/", exchange -> exchange.sendResponseHeaders(200, -1));
        } else {
            server.createContext(path, WebSocketHandler.of(new WebSocketListener() {}));
        }
        server.start();
        String request = "GET " + path + " HTTP/1.1\r\nHost: test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), server.getAddress().getPort())) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            byte[] start = socket.getInputStream().readNBytes(12);
            System.out.println("answer " + new String(start, StandardCharsets.US_ASCII));
        } finally {
            server.stop(0);
        }
    }
}
