package dev.ringer.internal.admin;

import com.sun.net.httpserver.HttpServer;
import dev.ringer.internal.observe.ServerLog;
import dev.ringer.internal.server.RingerHttpServer;
import dev.ringer.options.AddressRange;
import dev.ringer.options.Listen;
import dev.ringer.options.ServerOptions;
import dev.ringer.options.Settings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * The HTTP server behind the setting {@code ringer.admin}, and the thread that takes samples for its status page. All
 * of its threads are daemon threads, so they do not keep the JVM alive. System properties have no effect on this
 * server. Thread-safe.
 */
final class AdminServer implements Runnable {
    private final HttpServer http;
    private final Servers servers;
    private final Samples samples = new Samples();
    private boolean closed; // guarded by this

    private AdminServer(HttpServer http, Servers servers) {
        this.http = http;
        this.servers = servers;
    }

    /**
     * Opens the admin server at {@code ADDRESS:PORT} or {@code unix:PATH}. {@code threads} makes the thread that takes
     * samples.
     *
     * @throws IOException if the address is in use or cannot be bound
     */
    static AdminServer open(String place, Servers servers, ThreadFactory threads) throws IOException {
        boolean unix = place.startsWith("unix:");
        ServerOptions options = ServerOptions.builder()
                .set(Settings.LISTEN, unix ? Listen.parse(place) : Listen.ON_ADDRESS)
                .set(Settings.HTTP2, Settings.Http2.OFF)
                .set(Settings.MAX_REQUEST_HEADER_SIZE, 32 << 10)
                .set(Settings.RESPONSE_BUFFER, 8 << 20) // so that no slow client blocks the one handler thread
                .set(Settings.MAX_BUFFERED_MEMORY, 32 << 20)
                .set(Settings.MAX_CONNECTIONS, 256)
                .set(Settings.HEAD_TIMEOUT, Duration.ofSeconds(5))
                .set(Settings.IDLE_INTERVAL, Duration.ofSeconds(15))
                .build();
        InetSocketAddress address = unix ? new InetSocketAddress(InetAddress.getLoopbackAddress(), 0) : address(place);
        HttpServer http = new RingerHttpServer(options, false, null);
        http.bind(address, 0);
        AdminServer server = new AdminServer(http, servers);
        boolean namesOfLoopbackOnly = !unix && address.getAddress().isLoopbackAddress();
        http.createContext("/", new AdminHandler(servers, server.samples, namesOfLoopbackOnly));
        try {
            threads.newThread(server).start();
        } catch (Throwable e) {
            http.stop(0); // frees the port
            throw e;
        }
        return server;
    }

    static Thread newThread(Runnable task) {
        Thread thread = new Thread(null, task, "Ringer-admin", 0, false);
        thread.setDaemon(true);
        return thread;
    }

    private static InetSocketAddress address(String place) {
        int colon = place.lastIndexOf(':');
        String host = place.substring(0, colon);
        InetAddress address =
                AddressRange.addressOrNull(host.startsWith("[") ? host.substring(1, host.length() - 1) : host);
        return new InetSocketAddress(address, Integer.parseInt(place.substring(colon + 1)));
    }

    /**
     * Starts the HTTP server, then takes samples until the admin server is closed. The threads of the HTTP server are
     * daemons, because the thread that starts them is a daemon.
     */
    @Override
    public synchronized void run() {
        try {
            if (!closed) {
                http.start();
            }
        } catch (Throwable e) { // for example an OutOfMemoryError, because no thread can be created
            try {
                http.stop(0); // frees the port
            } finally {
                ServerLog.unexpected("The admin listener cannot start", e);
            }
            return;
        }
        try {
            while (!closed) {
                samples.add(System.nanoTime(), servers.reading());
                TimeUnit.NANOSECONDS.timedWait(this, Samples.INTERVAL_NANOS);
            }
        } catch (Throwable e) {
            ServerLog.unexpected("The admin listener takes no more samples for its status page", e);
        }
    }

    /** Closes the HTTP server, and ends the thread that takes samples. */
    void close() {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        http.stop(0);
    }
}
