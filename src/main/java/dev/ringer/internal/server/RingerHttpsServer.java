package dev.ringer.internal.server;

import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.ringer.internal.admin.AdminListener;
import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.observe.ServerCounts;
import dev.ringer.observe.ServerStatistics;
import dev.ringer.options.ServerOptions;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Objects;
import java.util.concurrent.Executor;

/** The {@link HttpsServer} implementation. Most of its methods call a {@link ServerCore}. Thread-safe. */
public final class RingerHttpsServer extends HttpsServer {
    private final ServerCore core;

    /**
     * Creates a server without an address.
     *
     * @param byProperties whether system properties for the server's port apply, such as {@code ringer.port.8443.jmx}
     * @param listener is notified when the server starts and stops; null for none
     */
    public RingerHttpsServer(ServerOptions options, boolean byProperties, AdminListener listener) {
        core = new ServerCore(this, options, byProperties, false, HttpsIdentity.UNSET, listener);
    }

    public BufferedMemory memory() {
        return core.memory();
    }

    @Override
    public void setHttpsConfigurator(HttpsConfigurator configurator) {
        Objects.requireNonNull(configurator, "null HttpsConfigurator");
        core.requireNeverStarted();
        // the server calls getSSLContext() only here
        core.identity(new HttpsIdentity(configurator, configurator.getSSLContext()));
    }

    @Override
    public HttpsConfigurator getHttpsConfigurator() {
        return core.identity().configurator();
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

    public ServerStatistics statistics() {
        return core.statistics();
    }

    public ServerCounts counts() {
        return core.counts();
    }
}
