package dev.ringer.internal.jfr;

import dev.ringer.internal.observe.EventRecorder;
import dev.ringer.internal.observe.ServerLog;
import java.util.concurrent.atomic.AtomicBoolean;
import jdk.jfr.FlightRecorder;

/**
 * Checks again and again whether the Flight Recorder is in use, because a recording may begin at any time. The check
 * loads only two classes, and then reads one field each time. A listener of the Flight Recorder would load a hundred
 * more classes, even in programs that never record anything.
 *
 * <p>When the Flight Recorder is in use, a short-lived thread prepares the recording of events. An event loop must not
 * do this, because the preparation takes locks of the Flight Recorder, and a loop must not wait for locks. Thread-safe.
 */
public final class FlightRecorderWatch implements Runnable {
    private static final FlightRecorderWatch WATCH = new FlightRecorderWatch();

    private final AtomicBoolean found = new AtomicBoolean();

    private FlightRecorderWatch() {}

    /**
     * Begins to record events as soon as the Flight Recorder is in use, which may be now or later.
     *
     * @throws LinkageError if this Java runtime does not contain the Flight Recorder
     */
    public static void begin() {
        if (FlightRecorder.isInitialized()) {
            if (WATCH.tryFind()) {
                install();
            }
        } else if (!WATCH.found.get()) {
            EventRecorder.watch(WATCH);
        }
    }

    private boolean tryFind() {
        boolean first = found.compareAndSet(false, true);
        if (first) {
            EventRecorder.watch(null);
        }
        return first;
    }

    @Override
    public void run() {
        if (FlightRecorder.isInitialized() && tryFind()) {
            try {
                Thread thread = new Thread(null, FlightRecorderWatch::install, "Ringer-flight-recorder", 0, false);
                thread.setDaemon(true);
                thread.start();
            } catch (OutOfMemoryError none) { // no thread could be created
                ServerLog.unexpected("Flight Recorder events are unavailable", none);
            }
        }
    }

    private static void install() {
        try {
            FlightRecorderEvents.install();
        } catch (LinkageError | RuntimeException e) { // the most likely cause is a security manager
            ServerLog.unexpected("Flight Recorder events are unavailable", e);
        }
    }
}
