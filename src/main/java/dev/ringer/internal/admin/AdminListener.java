package dev.ringer.internal.admin;

import com.sun.net.httpserver.HttpServer;
import dev.ringer.internal.observe.SettingsLog;
import dev.ringer.observe.ServerStatistics;
import dev.ringer.options.AdminAddress;
import dev.ringer.options.ReadyPorts;
import dev.ringer.options.ServerOptions;
import java.io.IOException;
import java.util.concurrent.ThreadFactory;
import java.util.function.Function;

/**
 * Opens the admin listener when the first server of this process starts, and closes it when the last one has stopped.
 * If the listener cannot be opened, the servers work without it, and the log says why. Thread-safe.
 */
public final class AdminListener {
    private static final Servers SERVERS = new Servers();

    // guarded by the lock of the class
    private static AdminServer server; // null if the listener is not open
    private static AdminAddress openAddress = AdminAddress.OFF;

    private final AdminAddress address;
    private final ReadyPorts readyPorts;
    private final Function<ServerOptions, HttpServer> newServer;
    private final ThreadFactory threads;
    private final boolean ofAgent; // whether a Java agent makes the server

    /**
     * Creates the object that one server notifies when it starts and stops. The caller must be making this server.
     *
     * @param newServer makes the servers behind the admin listener, for the settings it gets
     * @param threads makes the sampling thread of the admin server
     */
    AdminListener(
            AdminAddress address,
            ReadyPorts readyPorts,
            Function<ServerOptions, HttpServer> newServer,
            ThreadFactory threads) {
        this.address = address;
        this.readyPorts = readyPorts;
        this.newServer = newServer;
        this.threads = threads;
        this.ofAgent = AgentCode.makesServer();
    }

    /**
     * Returns the object that a server notifies when it starts and stops. The caller must be making this server. The
     * first two parameters are the values of the settings {@code admin} and {@code readyPorts}. {@code newServer} makes
     * the servers behind the admin listener.
     */
    public static AdminListener at(
            AdminAddress address, ReadyPorts readyPorts, Function<ServerOptions, HttpServer> newServer) {
        return new AdminListener(address, readyPorts, newServer, AdminServer::newThread);
    }

    /** Called when a server begins to accept connections. */
    public void onStarted(ServerStatistics started) {
        try {
            started.activeRequests(); // this call has an effect: from now on the server measures its requests
            show(started);
            if (ofAgent && readyPorts.automatic()) {
                SettingsLog.inform("/ready ignores the server on " + started.address()
                        + " because a Java agent created it; set ringer.readyPorts to choose the servers that count");
            }
        } catch (Throwable e) { // for example an OutOfMemoryError, because no thread can be created
            warn("cannot listen on " + address + ": " + (e instanceof IOException ? e.getMessage() : e));
        }
    }

    private void show(ServerStatistics started) throws IOException {
        synchronized (AdminListener.class) {
            SERVERS.onStarted(started, ofAgent);
            if (server == null) {
                SERVERS.require(readyPorts.servers());
                server = AdminServer.open(address, SERVERS, newServer, threads);
                openAddress = address;
            } else if (!address.equals(openAddress)) {
                warn(address + " is ignored because this process already has an admin listener, on " + openAddress);
            }
        }
    }

    private void warn(String why) {
        SettingsLog.warn("ringer.admin: " + why);
    }

    /**
     * Called before a server stops. With the setting {@code drainOnExit}, this method is also called when the JVM
     * begins to end. So it may be called twice.
     */
    public void onStopping(ServerStatistics stopping) {
        SERVERS.onStopping(stopping);
    }

    /** Called once when a server has stopped, unless the server was never started. */
    public void onStopped(ServerStatistics stopped) {
        synchronized (AdminListener.class) {
            SERVERS.onStopped(stopped);
            if (server != null && SERVERS.isEmpty()) {
                server.close();
                server = null;
            }
        }
    }
}
