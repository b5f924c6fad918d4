package published;

import com.sun.net.httpserver.HttpServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** Starts its server only when the test says so, as a program that takes long to start. */
final class LateServer {
    public static void main(String[] arguments) throws IOException {
        System.out.println("BEGUN");
        new BufferedReader(new InputStreamReader(System.in)).readLine();
        var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.getInteger("server.port"));
        var server = HttpServer.create(address, 0);
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        server.start();
        Ready.at(address.getPort());
    }
}
