package dev.ringer;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsServer;
import com.sun.net.httpserver.spi.HttpServerProvider;
import dev.ringer.options.ServerOptions;
import java.io.IOException;
import java.net.InetSocketAddress;

/**
 * The service by which the JDK's {@link HttpServer#create()} makes servers of Ringer. Found by being on the class path, or
 * named by {@code -Dcom.sun.net.httpserver.HttpServerProvider=dev.ringer.RingerProvider}. Settings are read from the
 * system properties whenever a server is made.
 *
 * @since 0.1.0
 */
public final class RingerProvider extends HttpServerProvider {
    /** For the JDK's service loader. */
    public RingerProvider() {}

    @Override
    public HttpServer createHttpServer(InetSocketAddress address, int backlog) throws IOException {
        return Ringer.create(address, backlog, options());
    }

    @Override
    public HttpsServer createHttpsServer(InetSocketAddress address, int backlog) throws IOException {
        return Ringer.createHttps(address, backlog, options());
    }

    private static ServerOptions options() throws IOException {
        try {
            return ServerOptions.fromSystemProperties();
        } catch (IllegalArgumentException e) { // programs expect that a server cannot be made for an IOException only
            throw new IOException(e.getMessage(), e);
        }
    }
}
