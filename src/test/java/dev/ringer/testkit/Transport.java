package dev.ringer.testkit;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import com.sun.net.httpserver.spi.HttpServerProvider;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/**
 * What lies between client and server. Everything that depends on it is here, so that
 * {@code -Dringer.test.transport=TLS} runs the same suites over TLS.
 */
public enum Transport {
    /** Plain TCP. */
    CLEAR,
    /** TLS, of the newest version that the JDK has. */
    TLS;

    /** One for all connections, as a client would have. */
    private static final class Contexts {
        static final SSLContext SERVER = TestKeys.serverContext();
        static final SSLContext CLIENT = TestKeys.clientContext();
    }

    /** The one that this run is about. */
    public static Transport current() {
        return valueOf(System.getProperty("ringer.test.transport", CLEAR.name()));
    }

    /** A new server, bound if there is an address. */
    HttpServer create(HttpServerProvider provider, InetSocketAddress address, int backlog) throws IOException {
        return switch (this) {
            case CLEAR -> provider.createHttpServer(address, backlog);
            case TLS -> {
                HttpsServer server = provider.createHttpsServer(address, backlog);
                server.setHttpsConfigurator(new HttpsConfigurator(Contexts.SERVER));
                yield server;
            }
        };
    }

    /** A new connection, ready to carry HTTP. */
    Socket connect(InetSocketAddress address) throws IOException {
        return switch (this) {
            case CLEAR -> connectClear(address);
            case TLS -> connectTls(address);
        };
    }

    private static Socket connectClear(InetSocketAddress address) throws IOException {
        Socket socket = new Socket();
        socket.setTcpNoDelay(true);
        socket.connect(address, (int) Deadlines.PATIENCE.toMillis());
        return socket;
    }

    private static Socket connectTls(InetSocketAddress address) throws IOException {
        Socket clear = connectClear(address);
        return (SSLSocket) Contexts.CLIENT
                .getSocketFactory()
                .createSocket(clear, address.getHostString(), address.getPort(), true);
    }
}
