package dev.ringer;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsServer;
import com.sun.net.httpserver.spi.HttpServerProvider;
import dev.ringer.internal.observe.SettingsLog;
import dev.ringer.internal.server.RingerHttpServer;
import dev.ringer.internal.server.RingerHttpsServer;
import dev.ringer.options.ServerOptions;
import java.io.IOException;
import java.net.InetSocketAddress;

/**
 * The provider through which {@link HttpServer#create()} returns Ringer servers. The JDK finds it on the class path or
 * module path by itself. If there are several providers, choose this one with
 * {@code -Dcom.sun.net.httpserver.HttpServerProvider=dev.ringer.RingerProvider}. You never call this class.
 *
 * <p>It reads the settings from system properties whenever it makes a server, and those for one port when a server is
 * bound to that port.
 *
 * @since 0.1.0
 */
public final class RingerProvider extends HttpServerProvider {
    /** Makes a provider, for the JDK's service loader. */
    public RingerProvider() {
        if (RingerAgent.providerNamed()) {
            SettingsLog.inform("Ringer is the com.sun.net.httpserver provider, selected by -javaagent");
        }
    }

    @Override
    public HttpServer createHttpServer(InetSocketAddress address, int backlog) throws IOException {
        ServerOptions options = options();
        return Ringer.bound(new RingerHttpServer(options, true, Ringer.listener(options)), address, backlog);
    }

    @Override
    public HttpsServer createHttpsServer(InetSocketAddress address, int backlog) throws IOException {
        ServerOptions options = options();
        return Ringer.bound(new RingerHttpsServer(options, true, Ringer.listener(options)), address, backlog);
    }

    private static ServerOptions options() throws IOException {
        try {
            return ServerOptions.fromSystemProperties();
        } catch (IllegalArgumentException e) { // programs expect an IOException if no server can be made
            throw new IOException(e.getMessage(), e);
        }
    }
}
