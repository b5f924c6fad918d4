package dev.ringer.testkit;

import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.logging.Logger;

/**
 * A server under test on a free loopback port. {@link #close} stops it, shuts its executor down and closes the clients
 * that it handed out.
 *
 * <pre>{@code
 * try (TestServer server = TestServer.create(Provider.RINGER, Mode.FIXED_POOL).handle("/", handler).start()) {
 *     Response response = server.connect().get("/").readResponse();
 * }
 * }</pre>
 */
public final class TestServer implements AutoCloseable {
    /** Kept, since the logging system holds loggers weakly. What is logged has tests of its own, and no other reader. */
    private static final Logger LOGGER = Logger.getLogger("com.sun.net.httpserver");

    static {
        LOGGER.setUseParentHandlers(false);
    }

    private final HttpServer server;
    private final Optional<Executor> executor;
    private final List<RawClient> clients = new ArrayList<>();
    private boolean started;

    private TestServer(HttpServer server, Optional<Executor> executor) {
        this.server = server;
        this.executor = executor;
    }

    /** A bound server that is not started yet. */
    public static TestServer create(Provider provider, Mode mode) throws IOException {
        return create(provider, mode, Map.of());
    }

    /**
     * A bound server that is not started yet.
     *
     * @param properties system properties that hold while the server is created
     */
    public static TestServer create(Provider provider, Mode mode, Map<String, String> properties) throws IOException {
        InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        HttpServer server = createServer(provider, mode, anyPort, properties);
        TestServer testServer = new TestServer(server, mode.newExecutor());
        testServer.handle(RawClient.FATE_PATH, exchange -> exchange.sendResponseHeaders(204, -1));
        return testServer;
    }

    /** A bare server, unbound when the address is null; stopping it is the caller's business. */
    public static HttpServer createServer(
            Provider provider, Mode mode, InetSocketAddress address, Map<String, String> properties)
            throws IOException {
        Map<String, String> settings = new HashMap<>(mode.properties());
        settings.putAll(properties);
        try (SystemProperties ignored = SystemProperties.with(settings)) {
            return Transport.current().create(provider.open(), address, 0);
        }
    }

    /** Adds a context with a handler. */
    public TestServer handle(String path, HttpHandler handler) {
        context(path, handler);
        return this;
    }

    /** Adds a context with a handler. */
    public HttpContext context(String path, HttpHandler handler) {
        return server.createContext(path, handler);
    }

    /** Starts it, with the executor of its mode. */
    public TestServer start() {
        executor.ifPresent(server::setExecutor);
        server.start();
        started = true;
        return this;
    }

    /** Whether {@link #start} was called. */
    public boolean started() {
        return started;
    }

    /** The server itself. */
    public HttpServer server() {
        return server;
    }

    /** The port it listens on. */
    public int port() {
        return server.getAddress().getPort();
    }

    /** A new connection. */
    public RawClient connect() throws IOException {
        RawClient client = RawClient.connect(server);
        clients.add(client);
        return client;
    }

    /**
     * Returns when the server has seen everything that was sent before: a request on another connection has been
     * answered since. It is one that is refused, since no handler may be free. Exact with one event loop, nearly so
     * with several. Over TLS it returns at once: a handshake may need a free handler too.
     */
    public void settle() throws IOException {
        if (Transport.current().keepsWritesApart()) {
            return;
        }
        try (RawClient probe = RawClient.connect(server)) {
            if (probe.send("refused\r\n\r\n").readResponse().status() != 400) {
                throw new AssertionError("the server does not refuse nonsense");
            }
        }
    }

    @Override
    public void close() throws IOException {
        for (RawClient client : clients) {
            client.close();
        }
        server.stop(0);
        if (executor.orElse(null) instanceof ExecutorService service) {
            service.shutdownNow();
        }
    }
}
