package dev.ringer.websocket;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.ringer.RingerProvider;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.TestKeys;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** An echo server for clients in other processes: {@code EchoServer PORT [MODE] [tls]}. */
final class EchoServer {
    private EchoServer() {}

    public static void main(String[] arguments) throws Exception {
        InetSocketAddress address =
                new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[0]));
        Mode mode = arguments.length > 1 ? Mode.valueOf(arguments[1]) : Mode.NO_EXECUTOR;
        HttpServer server;
        if (arguments.length > 2) {
            HttpsServer secure = new RingerProvider().createHttpsServer(address, 0);
            secure.setHttpsConfigurator(new HttpsConfigurator(TestKeys.serverContext()));
            server = secure;
        } else {
            server = new RingerProvider().createHttpServer(address, 0);
        }
        server.createContext(
                "/",
                WebSocketHandler.builder(new EchoListener())
                        .compression(true)
                        .maxMessageBytes(1 << 27)
                        .build());
        mode.newExecutor().ifPresent(server::setExecutor);
        server.start();
        System.out.println("listening on " + server.getAddress());
    }
}
