package dev.ringer.testkit;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.spi.HttpServerProvider;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;

/**
 * What lies between client and server. Everything that depends on it is here, so that a further constant (TLS) and
 * {@code -Dringer.test.transport=…} run the same suites over it.
 */
public enum Transport {
    /** Plain TCP. */
    CLEAR;

    /** The one that this run is about. */
    public static Transport current() {
        return valueOf(System.getProperty("ringer.test.transport", CLEAR.name()));
    }

    /** A new server, bound if there is an address. */
    HttpServer create(HttpServerProvider provider, InetSocketAddress address, int backlog) throws IOException {
        return switch (this) {
            case CLEAR -> provider.createHttpServer(address, backlog);
        };
    }

    /** A new connection, ready to carry HTTP. */
    Socket connect(InetSocketAddress address) throws IOException {
        return switch (this) {
            case CLEAR -> connectClear(address);
        };
    }

    private static Socket connectClear(InetSocketAddress address) throws IOException {
        Socket socket = new Socket();
        socket.setTcpNoDelay(true);
        socket.connect(address, (int) Deadlines.PATIENCE.toMillis());
        return socket;
    }
}
