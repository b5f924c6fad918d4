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
 * A server under test on a free loopback port. {@link #close} stops it, shuts its executor down and closes the clients
 * that it handed out. Before that it demands of Ringer that all it retains for clients is counted.
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
    private final Transport transport;
    private final Optional<Executor> executor;
    private final List<RawClient> clients = new ArrayList<>();
    private boolean started;
    private RetainedMemory retained; // null for another provider, and before the start

    private TestServer(HttpServer server, Transport transport, Optional<Executor> executor) {
        this.server = server;
        this.transport = transport;
        this.executor = executor;
    }

    /** A bound server that is not started yet. */
    public static TestServer create(Provider provider, Mode mode) throws IOException {
        return create(provider, mode, Map.of());
    }

    /**
     * A bound server that is not started yet.
     *
     * @param properties system properties that hold while the server is created; a time limit may be given in milliseconds, as
     *     in {@code "150 ms"}
     */
    public static TestServer create(Provider provider, Mode mode, Map<String, String> properties) throws IOException {
        return create(provider, Transport.current(), mode, properties);
    }

    /** A bound server that is not started yet, over this transport whatever the run is about. */
    public static TestServer create(Provider provider, Transport transport, Mode mode, Map<String, String> properties)
            throws IOException {
        HttpServer server = createServer(provider, transport, mode, anyPort(), properties);
        return of(server, transport.with(provider), mode.newExecutor());
    }

    /** As {@link #create(Provider, Transport, Mode, Map)}, with an executor of the test's own, which it shuts down. */
    public static TestServer create(
            Provider provider, Transport transport, Executor executor, Map<String, String> properties)
            throws IOException {
        HttpServer server = createServer(provider, transport, Mode.NO_EXECUTOR, anyPort(), properties);
        return of(server, transport.with(provider), Optional.of(executor));
    }

    /** A server that was created elsewhere, bound and not started. */
    public static TestServer of(HttpServer server, Transport transport, Optional<Executor> executor) {
        TestServer testServer = new TestServer(server, transport, executor);
        testServer.handle(RawClient.FATE_PATH, exchange -> exchange.sendResponseHeaders(204, -1));
        return testServer;
    }

    /** A free port of the loopback. */
    public static InetSocketAddress anyPort() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }

    /** A bare server, unbound when the address is null; stopping it is the caller's business. */
    public static HttpServer createServer(
            Provider provider, Mode mode, InetSocketAddress address, Map<String, String> properties)
            throws IOException {
        return createServer(provider, Transport.current(), mode, address, properties);
    }

    /** As {@link #createServer(Provider, Mode, InetSocketAddress, Map)}, for this transport whatever the run is about. */
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
        ShortTimes shortTimes = ShortTimes.takenFrom(settings);
        try (SystemProperties ignored = SystemProperties.with(settings)) {
            return transport.create(shortTimes.in(provider.open()), address, 0);
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
        if (server instanceof RingerHttpServer || server instanceof RingerHttpsServer) {
            retained = new RetainedMemory(server);
        }
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

    /** Ringer's account of what it keeps for clients. */
    public BufferedMemory memory() {
        return RetainedMemory.memoryOf(server);
    }

    /** What carries its connections. */
    public Transport transport() {
        return transport;
    }

    /** The port it listens on. */
    public int port() {
        return server.getAddress().getPort();
    }

    /** A new connection. */
    public RawClient connect() throws IOException {
        return added(RawClient.connect(port(), transport));
    }

    /** A new connection from an address of the loopback, which begins with some bytes before the transport's own. */
    public RawClient connectFrom(String address, byte[] before) throws IOException {
        return added(RawClient.connectFrom(InetAddress.getByName(address), port(), before, transport));
    }

    /** A new connection with little room for what the client does not read. */
    public RawClient connectNarrow() throws IOException {
        return added(RawClient.connectNarrow(port(), transport));
    }

    private RawClient added(RawClient client) {
        clients.add(client);
        return client;
    }

    /**
     * Returns when the server has seen everything that was sent before: a request on another connection has been
     * answered since. It is one that is refused, since no handler may be free. Exact with one event loop, nearly so
     * with several. Over TLS it returns at once: a handshake may need a free handler too.
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
