package dev.ringer.internal.server;

import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.observe.ServerCounts;
import dev.ringer.internal.protocol.Protocol;
import dev.ringer.internal.protocol.ServerParts;
import dev.ringer.internal.transport.tls.TlsProtocol;
import dev.ringer.internal.transport.tls.TlsSettings;
import dev.ringer.observe.ServerStatistics;
import dev.ringer.options.ServerOptions;
import dev.ringer.options.Settings;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Function;
import javax.net.ssl.SSLContext;

/** The {@link HttpsServer} in front of a {@link ServerCore}, for TLS. Thread-safe. */
public final class RingerHttpsServer extends HttpsServer {
    private final ServerOptions options;
    private final ServerCore core;

    private volatile Identity identity = new Identity(null, null);

    /** The application's configurator, with the context that it had when the application set it. */
    private record Identity(HttpsConfigurator configurator, SSLContext context) {}

    /**
     * Creates a server without an address.
     *
     * @param options its settings
     */
    public RingerHttpsServer(ServerOptions options) {
        this(options, Http2Offer.overTls(options));
    }

    /** Creates a server that speaks further protocols. */
    RingerHttpsServer(ServerOptions options, Function<ServerParts, List<ProtocolOffer>> offers) {
        this.options = options;
        core = new ServerCore(this, options, this::secure, offers);
    }

    /** Returns what stands between the loops and HTTP. Called when the server starts. */
    private Function<LoopProtocols, Protocol> secure(Executor handlers) {
        Identity chosen = identity;
        ConfiguredEngines engines =
                new ConfiguredEngines(chosen.configurator, chosen.context, options.get(Settings.HTTP2));
        TlsSettings settings = new TlsSettings(engines, handlers, options, core.memory(), core.counts());
        return protocols -> new TlsProtocol(settings, protocols);
    }

    /**
     * Returns the account of what the server retains for its clients, which also counts evictions.
     *
     * @return the same one for the life of the server
     */
    public BufferedMemory memory() {
        return core.memory();
    }

    @Override
    public void setHttpsConfigurator(HttpsConfigurator configurator) {
        Objects.requireNonNull(configurator, "null HttpsConfigurator");
        core.requireNeverStarted();
        identity = new Identity(configurator, configurator.getSSLContext()); // its context is asked for only here
    }

    @Override
    public HttpsConfigurator getHttpsConfigurator() {
        return identity.configurator;
    }

    @Override
    public void bind(InetSocketAddress address, int backlog) throws IOException {
        core.bind(address, backlog);
    }

    @Override
    public void start() {
        core.start();
    }

    @Override
    public void setExecutor(Executor executor) {
        core.setExecutor(executor);
    }

    @Override
    public Executor getExecutor() {
        return core.getExecutor();
    }

    @Override
    public void stop(int delay) {
        core.stop(delay);
    }

    @Override
    public HttpContext createContext(String path, HttpHandler handler) {
        return core.createContext(path, handler);
    }

    @Override
    public HttpContext createContext(String path) {
        return core.createContext(path);
    }

    @Override
    public void removeContext(String path) {
        core.removeContext(path);
    }

    @Override
    public void removeContext(HttpContext context) {
        core.removeContext(context);
    }

    @Override
    public InetSocketAddress getAddress() {
        return core.getAddress();
    }

    /**
     * Returns everything that is counted, for operators.
     *
     * @return the same object for the life of the server
     */
    public ServerStatistics statistics() {
        return core.statistics();
    }

    /**
     * Returns the counts of what has been refused, cut off and shed since the server was made.
     *
     * @return the counts, which keep changing
     */
    public ServerCounts counts() {
        return core.counts();
    }
}
