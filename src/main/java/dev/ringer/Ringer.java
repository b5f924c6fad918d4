package dev.ringer;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsServer;
import dev.ringer.internal.server.RingerHttpServer;
import dev.ringer.internal.server.RingerHttpsServer;
import dev.ringer.observe.ServerStatistics;
import dev.ringer.options.ServerOptions;
import dev.ringer.tls.PemContext;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import javax.net.ssl.SSLContext;

/**
 * Makes servers with settings in code, makes TLS contexts, and returns the statistics of servers. If you have no
 * settings in code, {@link HttpServer#create()} makes the same server.
 *
 * <pre>{@code
 * ServerOptions options = ServerOptions.builder().set(Settings.HEAD_TIMEOUT, Duration.ofSeconds(10)).build();
 * HttpServer server = Ringer.create(new InetSocketAddress(8080), 0, options);
 * }</pre>
 *
 * @since 0.1.0
 */
public final class Ringer {
    private Ringer() {}

    /**
     * Makes a server that is not started.
     *
     * @param address where to listen; null to {@link HttpServer#bind} later
     * @param backlog the most connections that may wait to be accepted; 0 or less for a default of 1024
     * @param options the server's settings; system properties have no effect
     * @return the server
     * @throws java.net.BindException if the address is in use
     * @throws IOException if the address cannot be bound
     */
    public static HttpServer create(InetSocketAddress address, int backlog, ServerOptions options) throws IOException {
        HttpServer server = new RingerHttpServer(options);
        if (address != null) {
            server.bind(address, backlog);
        }
        return server;
    }

    /**
     * Makes an HTTPS server that is not started. The server needs {@link HttpsServer#setHttpsConfigurator} before it
     * can serve clients.
     *
     * @param address where to listen; null to {@link HttpServer#bind} later
     * @param backlog the most connections that may wait to be accepted; 0 or less for a default of 1024
     * @param options the server's settings; system properties have no effect
     * @return the server
     * @throws java.net.BindException if the address is in use
     * @throws IOException if the address cannot be bound
     */
    public static HttpsServer createHttps(InetSocketAddress address, int backlog, ServerOptions options)
            throws IOException {
        HttpsServer server = new RingerHttpsServer(options);
        if (address != null) {
            server.bind(address, backlog);
        }
        return server;
    }

    /**
     * Makes a TLS context from PEM files. When the files change, the context uses their new content. {@link PemContext}
     * has the details, and more options.
     *
     * @param chain the file with the certificates, the server's own first
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
}
