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

/** What lies between client and server. Everything that depends on it is here, so that one test runs over all of them. */
public enum Transport {
    /** Plain TCP. */
    CLEAR,
    /** TLS, of the newest version that the JDK has. */
    TLS,
    /** HTTP/2 in the clear, with prior knowledge; the JDK's server, which has none, is reached by HTTP/1. */
    H2C,
    /** HTTP/2 over TLS; the JDK's server is reached by HTTP/1. */
    H2;

    /** Those that carry HTTP/1, for what is about its bytes on a connection. */
    public static final List<Transport> HTTP1 = List.of(CLEAR, TLS);

    private static final int NARROW = 16 * 1024;

    /** The transport of the test that runs on this thread, or that made it. */
    private static final InheritableThreadLocal<Transport> CURRENT = new InheritableThreadLocal<>() {
        @Override
        protected Transport initialValue() {
            return CLEAR;
        }
    };

    /** One for all connections, as a client would have. */
    private static final class Contexts {
        static final SSLContext SERVER = TestKeys.serverContext();
        static final SSLContext CLIENT = TestKeys.clientContext();
    }

    /** The transport of the test that is running: {@link InModes} chooses it, and any other test runs in the clear. */
    public static Transport current() {
        return CURRENT.get();
    }

    static void setCurrent(Transport transport) {
        CURRENT.set(transport);
    }

    /** A new server, bound if there is an address. */
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

    /** A new TCP connection to a port of the loopback. */
    public static Socket connect(int port) throws IOException {
        return connect(port, new ResumingSocket());
    }

    /** A new TCP connection to a port of the loopback, with little room for what comes and is not read. */
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
     * What carries HTTP over a TCP connection. Whoever wants to break it off closes that one: a TLS socket waits for the
     * server's agreement.
     */
    public Socket over(Socket tcp) throws IOException {
        return switch (this) {
            case CLEAR -> tcp;
            case TLS -> secure(tcp);
            case H2C -> new Http2Socket(tcp, "http");
            case H2 -> new Http2Socket(Http2Client.secure(tcp), "https");
        };
    }

    /** A TLS socket over a TCP connection; the handshake begins with the first byte. */
    static SSLSocket secure(Socket tcp) throws IOException {
        return (SSLSocket) Contexts.CLIENT.getSocketFactory().createSocket(tcp, "localhost", tcp.getPort(), true);
    }

    /**
     * A TCP connection over which TLS resumes the session of an earlier connection of the same thread, even if that one led to another
     * server. A full handshake takes three times as long. TLS keeps sessions by port, so this socket names a port that belongs to its
     * thread. In the outer ring it names its true port.
     */
    private static final class ResumingSocket extends Socket {
        private final long thread = Thread.currentThread().getId();

        @Override
        public int getPort() {
            return portOfSessions(super.getPort(), thread);
        }
    }

    /** Returns the port under which TLS keeps the sessions of a thread: each session can be resumed once, so threads share none. */
    private static int portOfSessions(int port, long thread) {
        return Ring.full() ? port : 1 + (int) (thread % 65_535);
    }

    /** Makes the next handshake of this thread with a server on this port a full one. */
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

    /** What carries the same messages to this provider. */
    public Transport with(Provider provider) {
        return provider == Provider.RINGER ? this : withoutHttp2();
    }

    /** The same with HTTP/1. */
    Transport withoutHttp2() {
        return this == H2C ? CLEAR : this == H2 ? TLS : this;
    }

    /** What must be set while the server is created. */
    Map<String, String> properties() {
        return this == H2C ? Map.of("ringer.http2", "on") : Map.of();
    }

    /** The JDK's old client, on its way to a server on the loopback. */
    public HttpURLConnection open(int port, String path) throws IOException {
        String scheme = isSecure() ? "https" : "http";
        var connection =
                URI.create(scheme + "://127.0.0.1:" + port + path).toURL().openConnection();
        if (connection instanceof HttpsURLConnection secure) {
            secure.setSSLSocketFactory(Contexts.CLIENT.getSocketFactory());
        }
        return (HttpURLConnection) connection;
    }

    /** Whether it carries HTTP/2. */
    public boolean isHttp2() {
        return !HTTP1.contains(this);
    }

    /** What becomes of a connection whose request was refused, or not read to its end ({@link NotInHttp2#CLOSE_AFTER_REFUSAL}). */
    public Fate afterRefusal() {
        return isHttp2() ? Fate.USABLE : Fate.CLOSED;
    }

    /** Whether there is TLS. */
    public boolean isSecure() {
        return this == TLS || this == H2;
    }

    /** Whether a server can tell two writes of a client from one, however fast they come. */
    boolean keepsWritesApart() {
        return isSecure(); // each is a record of its own
    }
}
