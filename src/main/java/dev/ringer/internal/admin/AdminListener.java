package dev.ringer.internal.admin;

import dev.ringer.internal.observe.SettingsLog;
import dev.ringer.internal.server.LifecycleListener;
import dev.ringer.observe.ServerStatistics;
import java.io.IOException;

/**
 * Opens the admin listener of this process when its first server starts, and closes it when the last one has stopped.
 * If the listener cannot be opened, the log says so, and the servers work without it. Thread-safe.
 */
public final class AdminListener implements LifecycleListener {
    private static final Servers SERVERS = new Servers();

    // guarded by the class
    private static AdminServer server; // null if it is not open
    private static String openPlace = "";

    private final String place;

    private AdminListener(String place) {
        this.place = place;
    }

    /** Returns a listener for one server. The place is a value of the setting {@code admin}. */
    public static LifecycleListener at(String place) {
        return new AdminListener(place);
    }

    @Override
    public void onStarted(ServerStatistics started) {
        started.getActiveRequests(); // the server measures its requests from the first call on
        synchronized (AdminListener.class) {
            SERVERS.onStarted(started);
            if (server == null) {
                open();
            } else if (!place.equals(openPlace)) {
                warn("the process has one admin listener, which is on " + openPlace);
            }
        }
    }

    private void open() {
        try {
            server = AdminServer.open(place, SERVERS);
            openPlace = place;
        } catch (IOException | RuntimeException e) {
            warn("the admin listener cannot be opened: " + e.getMessage());
        }
    }

    private void warn(String why) {
        SettingsLog.warn("ringer.admin=" + place + " has no effect: " + why);
    }

    @Override
    public void onStopping(ServerStatistics stopping) {
        SERVERS.onStopping(stopping);
    }

    @Override
    public void onStopped(ServerStatistics stopped) {
        synchronized (AdminListener.class) {
            SERVERS.onStopped(stopped);
            if (server != null && SERVERS.state() == Servers.State.NOT_LISTENING) {
                server.close();
                server = null;
            }
        }
    }
}
