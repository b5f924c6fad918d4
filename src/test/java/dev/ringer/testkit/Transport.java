package dev.ringer.testkit;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import com.sun.net.httpserver.spi.HttpServerProvider;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocket;

/**
 * The protocols between client and server. All code that depends on them is here, so the same test runs over each of
 * them.
 */
public enum Transport {
    /** Plain TCP. */
    CLEAR,
    /** TLS, in the newest version of the JDK. */
    TLS,
    /**
     * HTTP/2 in clear text with prior knowledge. The JDK's server does not support it, so tests use HTTP/1.1 with it.
     */
    H2C,
    /** HTTP/2 over TLS. With the JDK's server, tests use HTTP/1.1. */
    H2;

    /** The transports of HTTP/1.1, for tests of its bytes on the connection. */
    public static final List<Transport> HTTP1 = List.of(CLEAR, TLS);

    private static final int NARROW = 16 * 1024;

    /** The transport of the test on this thread, or of the test that started this thread. */
    private static final InheritableThreadLocal<Transport> CURRENT = new InheritableThreadLocal<>() {
        @Override
        protected Transport initialValue() {
            return CLEAR;
        }
    };

    /** The TLS contexts that all connections share, as those of one client do. */
    private static final class Contexts {
        static final SSLContext SERVER = TestKeys.serverContext();
        static final SSLContext CLIENT = TestKeys.clientContext();
    }

    /** Returns the transport of the running test. {@link InModes} sets it; any other test uses clear text. */
    public static Transport current() {
        return CURRENT.get();
    }

    static void setCurrent(Transport transport) {
        CURRENT.set(transport);
    }

    /** Creates a new server, which is unbound if the address is null. */
    HttpServer create(HttpServerProvider provider, InetSocketAddress address, int backlog) throws IOException {
        return switch (this) {
            case CLEAR, H2C -> provider.createHttpServer(address, backlog);
            case TLS, H2 -> {
                HttpsServer server = provider.createHttpsServer(address, backlog);
                server.setHttpsConfigurator(new HttpsConfigurator(Contexts.SERVER));
                yield server;
            }
        };
    }

    /** Opens a new TCP connection to a port of the loopback address. */
    public static Socket connect(int port) throws IOException {
        return connect(port, new ResumingSocket());
    }

    /** Opens a new TCP connection to a port of the loopback address, with a small receive buffer. */
    public static Socket connectNarrow(int port) throws IOException {
        Socket tcp = new ResumingSocket();
        tcp.setReceiveBufferSize(NARROW);
        return connect(port, tcp);
    }

    private static Socket connect(int port, Socket tcp) throws IOException {
        tcp.setTcpNoDelay(true);
        tcp.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), (int) Deadlines.PATIENCE.toMillis());
        return tcp;
    }

    /**
     * Returns a socket that carries HTTP over a TCP connection. To abort the connection, close the TCP socket: a TLS
     * socket would wait for the server's {@code close_notify}.
     */
    public Socket over(Socket tcp) throws IOException {
        return switch (this) {
            case CLEAR -> tcp;
            case TLS -> secure(tcp);
            case H2C -> new Http2Socket(tcp, "http");
            case H2 -> new Http2Socket(Http2Client.secure(tcp), "https");
        };
    }

    /** Returns a TLS socket over a TCP connection. The handshake begins with the first byte. */
    static SSLSocket secure(Socket tcp) throws IOException {
        return (SSLSocket) Contexts.CLIENT.getSocketFactory().createSocket(tcp, "localhost", tcp.getPort(), true);
    }

    /**
     * A TCP socket with which TLS resumes the session of an earlier connection of the same thread, even to another
     * server. A full handshake takes three times as long. TLS finds sessions by port, so this socket returns a port
     * that belongs to its thread. In the outer ring it returns its true port.
     */
    private static final class ResumingSocket extends Socket {
        private final long thread = Thread.currentThread().getId();

        @Override
        public int getPort() {
            return portOfSessions(super.getPort(), thread);
        }
    }

    /**
     * Returns the port under which TLS stores a thread's sessions. Each session can be resumed once, so threads share
     * none.
     */
    private static int portOfSessions(int port, long thread) {
        return Ring.full() ? port : 1 + (int) (thread % 65_535);
    }

    /** Makes this thread's next handshake with a server on this port a full one. */
    public static void forgetSessions(int port) {
        SSLSessionContext sessions = Contexts.CLIENT.getClientSessionContext();
        long thread = Thread.currentThread().getId();
        for (byte[] id : Collections.list(sessions.getIds())) {
            SSLSession session = sessions.getSession(id);
            if (session != null && session.getPeerPort() == portOfSessions(port, thread)) {
                session.invalidate();
            }
        }
    }

    /** Returns this transport, or the one with HTTP/1.1 if the provider does not support HTTP/2. */
    public Transport with(Provider provider) {
        return provider == Provider.RINGER ? this : withoutHttp2();
    }

    /** Returns the transport that carries HTTP/1.1 with the same security. */
    Transport withoutHttp2() {
        return this == H2C ? CLEAR : this == H2 ? TLS : this;
    }

    /** Returns the system properties for the creation of a server with this transport. */
    Map<String, String> properties() {
        return this == H2C ? Map.of("ringer.http2", "on") : Map.of();
    }

    /** Returns a connection of the JDK's old client to a server on the loopback address. */
    public HttpURLConnection open(int port, String path) throws IOException {
        String scheme = isSecure() ? "https" : "http";
        var connection =
                URI.create(scheme + "://127.0.0.1:" + port + path).toURL().openConnection();
        if (connection instanceof HttpsURLConnection secure) {
            secure.setSSLSocketFactory(Contexts.CLIENT.getSocketFactory());
        }
        return (HttpURLConnection) connection;
    }

    /** Returns whether this transport carries HTTP/2. */
    public boolean isHttp2() {
        return !HTTP1.contains(this);
    }

    /**
     * Returns the fate of a connection whose request the server has refused, or not read to its end ({@link
     * NotInHttp2#CLOSE_AFTER_REFUSAL}).
     */
    public Fate afterRefusal() {
        return isHttp2() ? Fate.USABLE : Fate.CLOSED;
    }

    /** Returns whether this transport uses TLS. */
    public boolean isSecure() {
        return this == TLS || this == H2;
    }

    /** Returns whether a server can always distinguish two writes of a client from one. */
    boolean keepsWritesApart() {
        return isSecure(); // each write is a separate record
    }
}
