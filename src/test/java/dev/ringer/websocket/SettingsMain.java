package dev.ringer.websocket;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Prints the HTTP/2 settings of two servers: one with a page, one whose handler calls a WebSocketHandler. */
final class SettingsMain {
    private static final int FRAME_HEAD = 9;

    private SettingsMain() {}

    public static void main(String[] arguments) throws IOException {
        print("page", exchange -> exchange.sendResponseHeaders(200, -1));
        print("websocket", WebSocketHandler.of(new WebSocketListener() {}));
    }

    private static void print(String kind, HttpHandler routed) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> routed.handle(exchange));
        server.start();
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), server.getAddress().getPort())) {
            socket.getOutputStream().write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            DataInputStream in = new DataInputStream(socket.getInputStream());
            int length = in.readInt() >>> 8; // the lowest byte is the frame type, SETTINGS
            in.skipNBytes(FRAME_HEAD - 4);
            for (int read = 0; read < length; read += 6) {
                System.out.println(kind + " " + in.readShort() + " " + in.readInt());
            }
        } finally {
            server.stop(0);
        }
    }
}
