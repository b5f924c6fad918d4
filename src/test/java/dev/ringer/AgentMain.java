package dev.ringer;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** A program that makes two servers if its argument says so, and prints of which class they are. */
final class AgentMain {
    private AgentMain() {}

    public static void main(String[] arguments) throws IOException {
        System.out.println("main begins");
        for (int i = 0; arguments[0].equals("servers") && i < 2; i++) {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            System.out.println("made " + server.getClass().getSimpleName());
            server.stop(0);
        }
    }
}
