package dev.ringer;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsServer;
import dev.ringer.internal.admin.AdminListener;
import dev.ringer.internal.exchange.ExchangeAttributes;
import dev.ringer.internal.server.LifecycleListener;
import dev.ringer.internal.server.RingerHttpServer;
import dev.ringer.internal.server.RingerHttpsServer;
import dev.ringer.observe.ServerStatistics;
import dev.ringer.options.ServerOptions;
import dev.ringer.options.Settings;
import dev.ringer.tls.PemContext;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Objects;
import javax.net.ssl.SSLContext;

/**
 * Makes servers whose settings are given in code, makes TLS contexts, and returns the statistics of servers. If you
 * need none of these, {@link HttpServer#create()} makes the same servers.
 *
 * <pre>{@code
 * ServerOptions options = ServerOptions.builder().set(Settings.HEAD_TIMEOUT, Duration.ofSeconds(10)).build();
 * HttpServer server = Ringer.create(new InetSocketAddress(8080), 0, options);
 * }</pre>
 *
 * @since 0.1.0
 */
public final class Ringer {
    /**
     * The name of an attribute of exchanges. Setting the attribute to a {@link Runnable} has the same effect as
     * {@link #onDisconnect}. Code that is compiled against the JDK alone can use the attribute, too.
     */
    public static final String ON_DISCONNECT_ATTRIBUTE = ExchangeAttributes.ON_DISCONNECT;

    private Ringer() {}

    /**
     * Makes a server that is not started.
     *
     * @param address the address on which to listen; null if you call {@link HttpServer#bind} later
     * @param backlog the most connections that may wait to be accepted; 0 or less for a default of 1024
     * @param options the server's settings; system properties have no effect
     * @return the server
     * @throws java.net.BindException if the address is in use
     * @throws IOException if the address cannot be bound
     */
    public static HttpServer create(InetSocketAddress address, int backlog, ServerOptions options) throws IOException {
        return bound(new RingerHttpServer(options, false, listener(options)), address, backlog);
    }

    /**
     * Makes an HTTPS server that is not started. The server needs {@link HttpsServer#setHttpsConfigurator} before it
     * can serve clients.
     *
     * @param address the address on which to listen; null if you call {@link HttpServer#bind} later
     * @param backlog the most connections that may wait to be accepted; 0 or less for a default of 1024
     * @param options the server's settings; system properties have no effect
     * @return the server
     * @throws java.net.BindException if the address is in use
     * @throws IOException if the address cannot be bound
     */
    public static HttpsServer createHttps(InetSocketAddress address, int backlog, ServerOptions options)
            throws IOException {
        return bound(new RingerHttpsServer(options, false, listener(options)), address, backlog);
    }

    static <S extends HttpServer> S bound(S server, InetSocketAddress address, int backlog) throws IOException {
        if (address != null) {
            server.bind(address, backlog);
        }
        return server;
    }

    /**
     * Returns an object that opens the admin listener when the first server starts, and closes it after the last one;
     * null if the options have no admin listener.
     */
    static LifecycleListener listener(ServerOptions options) {
        String place = options.get(Settings.ADMIN);
        return place.equals(Settings.ADMIN.standard())
                ? null
                : AdminListener.at(place, options.get(Settings.READY_PORTS));
    }

    /**
     * Makes a TLS context from PEM files. When the files change, the context uses their new content. {@link PemContext}
     * has the details, and more options.
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
     * @return its statistics, which stay up to date
     * @throws IllegalArgumentException if another provider has made the server
     */
    public static ServerStatistics statistics(HttpServer server) {
        if (server instanceof RingerHttpServer clear) {
            return clear.statistics();
        }
        if (server instanceof RingerHttpsServer tls) {
            return tls.statistics();
        }
        throw new IllegalArgumentException(
                "no server of Ringer's: " + server.getClass().getName());
    }

    /**
     * Adds an action that is called if the client goes away before the exchange ends, so that a handler can give up
     * long work. The action itself must end that work, for example by cancelling a query, because the server interrupts
     * no thread. Each action is called at most once.
     *
     * <pre>{@code
     * Statement statement = …;
     * Ringer.onDisconnect(exchange, () -> cancel(statement));
     * }</pre>
     *
     * <p>A client goes away in one of these ways:
     *
     * <ul>
     *   <li>Its HTTP/2 stream is reset, by the client or by the server.
     *   <li>Its connection is lost. The server may also close the connection, because of a limit, when it stops, or
     *       because a response cannot be written.
     *   <li>On HTTP/1, it closes its sending side. The server cannot know whether the client still waits for the
     *       answer, so the handler may answer.
     * </ul>
     *
     * <p>On HTTP/1 the server notices that the client has gone only in two cases: the whole content of the request had
     * arrived when the handler began, or the handler has read the whole content. If the client has sent more than 8 KiB
     * of further requests, the server notices only when it writes.
     *
     * <p>Ringer calls all actions of the process on a few threads of its own, never on the caller's thread. So an
     * action should not block for long. If the client has gone already, the action is called immediately. If the
     * exchange has ended, the action is not called. An action that has begun may still run when the exchange ends. If
     * there are several actions, they run one after the other in the order in which they were added.
     *
     * <p>When a WebSocket or an event stream is opened, its exchange ends. From then on, the WebSocket or event stream
     * calls its own {@code onClose} instead.
     *
     * @param exchange any exchange, or a wrapper that forwards calls for attributes to the exchange. Only one thread at
     *     a time may use an exchange
     * @param action an action; the server logs exceptions that the action throws
     * @return false if the server is not Ringer's; then the action is never called
     */
    public static boolean onDisconnect(HttpExchange exchange, Runnable action) {
        Objects.requireNonNull(action, "action");
        boolean known = exchange.getAttribute(ExchangeAttributes.SCHEME) != null;
        if (known) {
            exchange.setAttribute(ON_DISCONNECT_ATTRIBUTE, action);
        }
        return known;
    }
}
