package dev.ringer.testkit;

import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.server.RingerHttpServer;
import dev.ringer.internal.server.RingerHttpsServer;
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
 * A server under test on a free loopback port. {@link #close} first checks that Ringer's memory account counts the
 * memory that the server retains for clients. Then it closes the clients that this object created, stops the server,
 * and shuts the executor down.
 *
 * <pre>{@code
 * try (TestServer server = TestServer.create(Provider.RINGER, Mode.FIXED_POOL).handle("/", handler).start()) {
 *     Response response = server.connect().get("/").readResponse();
 * }
 * }</pre>
 */
public final class TestServer implements AutoCloseable {
    /** Held here because the logging system holds loggers only weakly. What servers log must not reach the console. */
    private static final Logger LOGGER = Logger.getLogger("com.sun.net.httpserver");

    static {
        LOGGER.setUseParentHandlers(false);
    }

    private final HttpServer server;
    private final Transport transport;
    private final Optional<Executor> executor;
    private final List<RawClient> clients = new ArrayList<>();
    private boolean started;
    private RetainedMemory retained; // null before the start, and for another provider than Ringer

    private TestServer(HttpServer server, Transport transport, Optional<Executor> executor) {
        this.server = server;
        this.transport = transport;
        this.executor = executor;
    }

    /** Creates a bound server that is not started yet. */
    public static TestServer create(Provider provider, Mode mode) throws IOException {
        return create(provider, mode, Map.of());
    }

    /**
     * Creates a bound server that is not started yet.
     *
     * @param properties system properties during the creation; a time limit may be in milliseconds, as in
     *     {@code "150 ms"}
     */
    public static TestServer create(Provider provider, Mode mode, Map<String, String> properties) throws IOException {
        return create(provider, Transport.current(), mode, properties);
    }

    /** Creates a bound server that is not started yet, with this transport instead of the current test's. */
    public static TestServer create(Provider provider, Transport transport, Mode mode, Map<String, String> properties)
            throws IOException {
        HttpServer server = createServer(provider, transport, mode, anyPort(), properties);
        return of(server, transport.with(provider), mode.newExecutor());
    }

    /** As {@link #create(Provider, Transport, Mode, Map)}, but with this executor. {@link #close} shuts it down. */
    public static TestServer create(
            Provider provider, Transport transport, Executor executor, Map<String, String> properties)
            throws IOException {
        HttpServer server = createServer(provider, transport, Mode.NO_EXECUTOR, anyPort(), properties);
        return of(server, transport.with(provider), Optional.of(executor));
    }

    /** Wraps a server that is bound and not started yet. */
    public static TestServer of(HttpServer server, Transport transport, Optional<Executor> executor) {
        TestServer testServer = new TestServer(server, transport, executor);
        testServer.handle(RawClient.FATE_PATH, exchange -> exchange.sendResponseHeaders(204, -1));
        return testServer;
    }

    /** Returns the loopback address with port 0: the system chooses a free port. */
    public static InetSocketAddress anyPort() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }

    /** Creates a plain server; it is unbound if the address is null. The caller must stop it. */
    public static HttpServer createServer(
            Provider provider, Mode mode, InetSocketAddress address, Map<String, String> properties)
            throws IOException {
        return createServer(provider, Transport.current(), mode, address, properties);
    }

    /**
     * As {@link #createServer(Provider, Mode, InetSocketAddress, Map)}, with this transport instead of the current
     * test's.
     */
    public static HttpServer createServer(
            Provider provider,
            Transport transport,
            Mode mode,
            InetSocketAddress address,
            Map<String, String> properties)
            throws IOException {
        Map<String, String> settings = new HashMap<>(mode.properties());
        settings.putAll(transport.properties());
        settings.putAll(provider.properties());
        settings.putAll(properties);
        try (SystemProperties ignored = SystemProperties.with(settings)) {
            return transport.create(provider.open(), address, 0);
        }
    }

    public TestServer handle(String path, HttpHandler handler) {
        context(path, handler);
        return this;
    }

    public HttpContext context(String path, HttpHandler handler) {
        return server.createContext(path, handler);
    }

    /** Starts the server, with the executor of its mode. */
    public TestServer start() {
        executor.ifPresent(server::setExecutor);
        server.start();
        started = true;
        if (server instanceof RingerHttpServer || server instanceof RingerHttpsServer) {
            retained = new RetainedMemory(server);
        }
        return this;
    }

    /** Returns whether {@link #start} was called. */
    public boolean started() {
        return started;
    }

    public HttpServer server() {
        return server;
    }

    /** Returns Ringer's memory account of this server. */
    public BufferedMemory memory() {
        return RetainedMemory.memoryOf(server);
    }

    /** Returns the transport of the server's connections. */
    public Transport transport() {
        return transport;
    }

    /** Returns the port that the server listens on. */
    public int port() {
        return server.getAddress().getPort();
    }

    /** Opens a new connection. */
    public RawClient connect() throws IOException {
        return added(RawClient.connect(port(), transport));
    }

    /** Opens a new connection from this loopback address; it sends {@code before} before the transport's own bytes. */
    public RawClient connectFrom(String address, byte[] before) throws IOException {
        return added(RawClient.connectFrom(InetAddress.getByName(address), port(), before, transport));
    }

    /** Opens a new connection with a small receive buffer. */
    public RawClient connectNarrow() throws IOException {
        return added(RawClient.connectNarrow(port(), transport));
    }

    private RawClient added(RawClient client) {
        clients.add(client);
        return client;
    }

    /**
     * Waits until the server has read everything that was sent before. For that, it sends a request on another
     * connection and waits for its response. The request is malformed, because its refusal needs no free handler
     * thread. This is exact with one event loop, and nearly exact with several. Over TLS the method returns
     * immediately: a handshake may need a free handler thread too.
     */
    public void settle() throws IOException {
        if (transport.keepsWritesApart()) {
            return;
        }
        try (RawClient probe = RawClient.connect(port(), transport.withoutHttp2())) {
            if (probe.send("refused\r\n\r\n").readResponse().status() != 400) {
                throw new AssertionError("the server does not refuse nonsense");
            }
        }
    }

    @Override
    public void close() throws IOException {
        if (retained != null) {
            retained.assertCounted();
        }
        for (RawClient client : clients) {
            client.close();
        }
        server.stop(0);
        if (executor.orElse(null) instanceof ExecutorService service) {
            service.shutdownNow();
        }
    }
}
