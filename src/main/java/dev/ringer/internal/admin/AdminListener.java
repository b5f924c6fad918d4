package dev.ringer.internal.admin;

import dev.ringer.internal.observe.SettingsLog;
import dev.ringer.internal.server.LifecycleListener;
import dev.ringer.observe.ServerStatistics;
import dev.ringer.options.AdminAddress;
import dev.ringer.options.ReadyPorts;
import java.io.IOException;
import java.util.concurrent.ThreadFactory;

/**
 * Opens the admin listener when the first server of this process starts, and closes it when the last one has stopped.
 * If the listener cannot be opened, the servers work without it, and the log says why. Thread-safe.
 */
public final class AdminListener implements LifecycleListener {
    private static final Servers SERVERS = new Servers();

    // guarded by the lock of the class
    private static AdminServer server; // null if the listener is not open
    private static AdminAddress openAddress = AdminAddress.OFF;

    private final AdminAddress address;
    private final ReadyPorts readyPorts;
    private final ThreadFactory threads;
    private final boolean ofAgent; // whether a Java agent makes the server

    /**
     * Creates the lifecycle listener of one server. The caller must be making this server. {@code threads} makes the
     * sampling thread of the admin server.
     */
    AdminListener(AdminAddress address, ReadyPorts readyPorts, ThreadFactory threads) {
        this.address = address;
        this.readyPorts = readyPorts;
        this.threads = threads;
        this.ofAgent = AgentCode.makesServer();
    }

    /**
     * Returns the lifecycle listener of a server that the caller is making. The parameters are the values of the
     * settings {@code admin} and {@code readyPorts}.
     */
    public static LifecycleListener at(AdminAddress address, ReadyPorts readyPorts) {
        return new AdminListener(address, readyPorts, AdminServer::newThread);
    }

    @Override
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
                server = AdminServer.open(address, SERVERS, threads);
                openAddress = address;
            } else if (!address.equals(openAddress)) {
                warn(address + " is ignored because this process already has an admin listener, on " + openAddress);
            }
        }
    }

    private void warn(String why) {
        SettingsLog.warn("ringer.admin: " + why);
    }

    @Override
    public void onStopping(ServerStatistics stopping) {
        SERVERS.onStopping(stopping);
    }

    @Override
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
