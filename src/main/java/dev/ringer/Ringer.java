package dev.ringer;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsServer;
import dev.ringer.internal.admin.AdminListener;
import dev.ringer.internal.delegate.OtherProvider;
import dev.ringer.internal.server.RingerHttpServer;
import dev.ringer.internal.server.RingerHttpsServer;
import dev.ringer.observe.ServerStatistics;
import dev.ringer.options.AdminAddress;
import dev.ringer.options.ServerOptions;
import dev.ringer.options.Settings;
import dev.ringer.tls.PemContext;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Creates servers with settings that are given in code, creates TLS contexts from PEM files, and returns the statistics
 * of a server. If you need none of these, call {@link HttpServer#create()}. It creates the same servers, with settings
 * from system properties.
 *
 * <pre>{@code
 * ServerOptions options = ServerOptions.builder().set(Settings.HEAD_TIMEOUT, Duration.ofSeconds(10)).build();
 * HttpServer server = Ringer.create(new InetSocketAddress(8080), options);
 * server.setExecutor(Executors.newFixedThreadPool(16));
 * server.createContext("/", new HelloHandler());
 * server.start();
 * }</pre>
 *
 * <p>All methods are thread-safe.
 *
 * @since 0.1.0
 */
public final class Ringer {
    private Ringer() {}

    /**
     * Makes a server with the default backlog of 1024. It isn't started yet.
     *
     * @param address the address on which to listen; null if you call {@link HttpServer#bind} later
     * @param options the server's settings; system properties have no effect
     * @return the server
     * @throws java.net.BindException if the address is in use
     * @throws IOException if the address cannot be bound
     */
    public static HttpServer create(@Nullable InetSocketAddress address, ServerOptions options) throws IOException {
        return create(address, 0, options);
    }

    /**
     * Makes a server. It isn't started yet.
     *
     * @param address the address on which to listen; null if you call {@link HttpServer#bind} later
     * @param backlog the most connections that may wait to be accepted; 0 or less for a default of 1024
     * @param options the server's settings; system properties have no effect
     * @return the server
     * @throws java.net.BindException if the address is in use
     * @throws IOException if the address cannot be bound
     */
    public static HttpServer create(@Nullable InetSocketAddress address, int backlog, ServerOptions options)
            throws IOException {
        return bound(new RingerHttpServer(options, false, listener(options)), address, backlog);
    }

    /**
     * Makes an HTTPS server with the default backlog of 1024. Before it can serve anyone, it must be started, and needs
     * an {@link HttpsServer#setHttpsConfigurator HttpsConfigurator} or {@link Settings#TLS}.
     *
     * @param address the address on which to listen; null if you call {@link HttpServer#bind} later
     * @param options the server's settings; system properties have no effect
     * @return the server
     * @throws java.net.BindException if the address is in use
     * @throws IOException if the address cannot be bound
     */
    public static HttpsServer createHttps(@Nullable InetSocketAddress address, ServerOptions options)
            throws IOException {
        return createHttps(address, 0, options);
    }

    /**
     * Makes an HTTPS server. Before it can serve anyone, it must be started, and needs an
     * {@link HttpsServer#setHttpsConfigurator HttpsConfigurator} or {@link Settings#TLS}.
     *
     * @param address the address on which to listen; null if you call {@link HttpServer#bind} later
     * @param backlog the most connections that may wait to be accepted; 0 or less for a default of 1024
     * @param options the server's settings; system properties have no effect
     * @return the server
     * @throws java.net.BindException if the address is in use
     * @throws IOException if the address cannot be bound
     */
    public static HttpsServer createHttps(@Nullable InetSocketAddress address, int backlog, ServerOptions options)
            throws IOException {
        return bound(new RingerHttpsServer(options, false, listener(options)), address, backlog);
    }

    static <S extends HttpServer> S bound(S server, @Nullable InetSocketAddress address, int backlog)
            throws IOException {
        if (address != null) {
            server.bind(address, backlog);
        }
        return server;
    }

    /**
     * Returns an object that opens the admin listener when the first server starts, and closes it after the last one;
     * null if the options have no admin listener.
     */
    static @Nullable AdminListener listener(ServerOptions options) {
        AdminAddress address = options.get(Settings.ADMIN);
        return address.enabled()
                ? AdminListener.at(address, options.get(Settings.READY_PORTS), RingerHttpServer::new)
                : null;
    }

    /**
     * Makes a TLS context from PEM files, and picks up new ones when they change. {@link PemContext} has the details,
     * and more options. A program that sets no {@code HttpsConfigurator} doesn't need this method: {@link Settings#TLS}
     * is simpler.
     *
     * @param chain the file with the server's certificate and those of its issuers, in any order
     * @param key the file with the server's private key
     * @return a context for an {@link com.sun.net.httpserver.HttpsConfigurator}
     * @throws IOException if the files cannot be used; the message names the file and what is wrong
     */
    public static SSLContext sslContext(Path chain, Path key) throws IOException {
        return PemContext.of(chain, key);
    }

    /**
     * Returns the statistics of a server.
     *
     * @param server a server that Ringer has made, through the JDK's factories or through this class
     * @return its statistics; each read of the object returns current values
     * @throws UnsupportedOperationException if another provider has made the server
     */
    public static ServerStatistics statistics(HttpServer server) {
        if (server instanceof RingerHttpServer clear) {
            return clear.statistics();
        }
        if (server instanceof RingerHttpsServer tls) {
            return tls.statistics();
        }
        throw OtherProvider.unsupported("Ringer.statistics", server);
    }

    /**
     * Whether Ringer has made a server, so that {@link #statistics} works.
     *
     * @param server any server
     * @return false if another provider has made the server
     */
    public static boolean serves(HttpServer server) {
        return server instanceof RingerHttpServer || server instanceof RingerHttpsServer;
    }

    /**
     * Whether Ringer serves an exchange, so that {@link RingerExchange} and {@link Trailers} work; on other providers
     * they throw an {@link UnsupportedOperationException}. {@code EventStream}, {@code FileHandler}, {@code Form} and
     * {@code CompressionFilter} work everywhere, and so do {@link RequestBody} and {@code Form.receive}, for which a
     * thread then waits.
     *
     * @param exchange any exchange, or a wrapper that forwards {@code getAttribute}
     * @return false if another provider serves the exchange
     */
    public static boolean serves(HttpExchange exchange) {
        return RingerExchange.isServedByRinger(exchange);
    }
}
