package dev.ringer.internal.jfr;

import dev.ringer.internal.observe.EventRecorder;
import dev.ringer.internal.observe.ServerLog;
import java.util.concurrent.atomic.AtomicBoolean;
import jdk.jfr.FlightRecorder;

/**
 * Checks whether the Flight Recorder is in use. {@code -XX:StartFlightRecording}, {@code jcmd JFR.start}, JDK Mission
 * Control and programs can start it at any time. The check loads two classes, and then reads one field each time. A
 * listener of the Flight Recorder would load a hundred more classes in each program, even if nobody ever records it.
 *
 * <p>A short-lived thread prepares the events. The preparation takes locks of the Flight Recorder, and a loop must not
 * wait for locks. Thread-safe.
 */
public final class FlightRecorderWatch implements Runnable {
    private static final FlightRecorderWatch WATCH = new FlightRecorderWatch();

    private final AtomicBoolean found = new AtomicBoolean();

    private FlightRecorderWatch() {}

    /**
     * Begins to record events if the Flight Recorder is in use. Otherwise begins as soon as the Flight Recorder is in
     * use.
     *
     * @throws LinkageError if this runtime has no Flight Recorder
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
            } catch (OutOfMemoryError none) { // no thread can be created
                ServerLog.unexpected("The Flight Recorder gets no events", none);
            }
        }
    }

    private static void install() {
        try {
            FlightRecorderEvents.install();
        } catch (LinkageError | RuntimeException e) { // most likely from a security manager
            ServerLog.unexpected("The Flight Recorder gets no events", e);
        }
    }
}
