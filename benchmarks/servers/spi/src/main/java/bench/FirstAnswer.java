package bench;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Starts a server, asks it once and ends: what is used until then is the price of a start. */
public final class FirstAnswer {
    private FirstAnswer() {}

    public static void main(String[] args) throws IOException {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        HttpServer server = HttpServer.create(new InetSocketAddress(loopback, 0), 0);
        server.createContext("/", new Hello());
        server.start();
        try (Socket socket = new Socket(loopback, server.getAddress().getPort())) {
            byte[] request = "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
            socket.getOutputStream().write(request);
            System.out.write(socket.getInputStream().readAllBytes());
            System.out.flush();
        }
        System.exit(0); // threads of servers differ in how long they last
    }

    private static final class Hello implements HttpHandler {
        @Override
        public void handle(HttpExchange exchange) throws IOException {
            byte[] body = "Hello, World!".getBytes(StandardCharsets.US_ASCII);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        }
    }
}
