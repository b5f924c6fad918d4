package dev.ringer.internal.admin;

import com.sun.net.httpserver.HttpServer;
import dev.ringer.internal.net.IpLiteral;
import dev.ringer.internal.observe.ServerLog;
import dev.ringer.internal.threads.DaemonThreads;
import dev.ringer.options.AdminAddress;
import dev.ringer.options.Listen;
import dev.ringer.options.ServerOptions;
import dev.ringer.options.Settings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * The HTTP servers behind the setting {@code ringer.admin}, one for each address, and the thread that takes samples for
 * the status page. All of their threads are daemon threads, so they do not keep the JVM alive. System properties have
 * no effect on these servers. Thread-safe.
 */
final class AdminServer implements Runnable {
    private static final List<String> LOOPBACK = List.of("127.0.0.1", "::1");

    private final List<HttpServer> listeners = new ArrayList<>(); // one for each address
    private final Servers servers;
    private final Function<ServerOptions, HttpServer> newServer;
    private final Samples samples = new Samples();
    private boolean closed; // guarded by this

    private AdminServer(Servers servers, Function<ServerOptions, HttpServer> newServer) {
        this.servers = servers;
        this.newServer = newServer;
    }

    /**
     * Opens the admin server. {@code newServer} makes an HTTP server for each address, {@code threads} the thread that
     * takes samples.
     *
     * @throws IOException if an address is in use or cannot be bound
     */
    static AdminServer open(
            AdminAddress where, Servers servers, Function<ServerOptions, HttpServer> newServer, ThreadFactory threads)
            throws IOException {
        AdminServer server = new AdminServer(servers, newServer);
        try {
            if (where.listen().kind() == Listen.Kind.UNIX) {
                server.listen(where.listen(), new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), false);
            } else {
                for (InetSocketAddress address : addresses(where.address(), where.port())) {
                    server.listen(Listen.tcp(), address, address.getAddress().isLoopbackAddress());
                }
            }
            threads.newThread(server).start();
        } catch (Throwable e) {
            server.stop(); // frees the port
            throw e;
        }
        return server;
    }

    private void listen(Listen where, InetSocketAddress address, boolean namesOfLoopbackOnly) throws IOException {
        ServerOptions options = ServerOptions.builder()
                .set(Settings.LISTEN, where)
                .set(Settings.HTTP2, Settings.Http2.OFF)
                .set(Settings.MAX_REQUEST_HEADER_SIZE, 32 << 10)
                .set(Settings.RESPONSE_BUFFER, 8 << 20) // so that no slow client blocks the one handler thread
                .set(Settings.MAX_BUFFERED_MEMORY, 32 << 20)
                .set(Settings.MAX_CONNECTIONS, 256)
                .set(Settings.HEAD_TIMEOUT, Duration.ofSeconds(5))
                .set(Settings.IDLE_INTERVAL, Duration.ofSeconds(15))
                .build();
        HttpServer http = newServer.apply(options);
        http.bind(address, 0);
        listeners.add(http);
        http.createContext("/", new AdminHandler(servers, samples, namesOfLoopbackOnly));
    }

    private void stop() {
        listeners.forEach(http -> http.stop(0));
    }

    static Thread newThread(Runnable task) {
        return DaemonThreads.newThread("Ringer-admin", task);
    }

    /** Returns the addresses of a port: those of the loopback if {@code address} is null. */
    private static List<InetSocketAddress> addresses(InetAddress address, int port) throws IOException {
        if (address != null) {
            return List.of(new InetSocketAddress(address, port));
        }
        List<InetSocketAddress> addresses = new ArrayList<>();
        for (String literal : LOOPBACK) {
            InetAddress loopback = IpLiteral.parse(literal);
            // some clients try only the first address of "localhost", which may be either
            if (NetworkInterface.getByInetAddress(loopback) != null) {
                addresses.add(new InetSocketAddress(loopback, port));
            }
        }
        if (addresses.isEmpty()) {
            addresses.add(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        }
        return addresses;
    }

    /**
     * Starts the HTTP servers, then takes samples until the admin server is closed. The threads of the HTTP servers are
     * daemons, because the thread that starts them is a daemon.
     */
    @Override
    public synchronized void run() {
        try {
            if (!closed) {
                listeners.forEach(HttpServer::start);
            }
        } catch (Throwable e) { // for example an OutOfMemoryError, because no thread can be created
            try {
                stop(); // frees the port
            } finally {
                ServerLog.unexpected("Cannot start the admin listener; other servers continue without it", e);
            }
            return;
        }
        try {
            while (!closed) {
                samples.add(System.nanoTime(), servers.reading());
                TimeUnit.NANOSECONDS.timedWait(this, Samples.INTERVAL_NANOS);
            }
        } catch (Throwable e) {
            ServerLog.unexpected("Unexpected error in the admin listener; its status page is no longer updated", e);
        }
    }

    /** Closes the HTTP servers, and ends the thread that takes samples. */
    void close() {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        stop();
    }
}
