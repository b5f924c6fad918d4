package dev.ringer.internal.jfr;

import dev.ringer.internal.observe.EventRecorder;
import dev.ringer.internal.observe.ServerLog;
import java.util.concurrent.atomic.AtomicBoolean;
import jdk.jfr.FlightRecorder;

/**
 * Looks whether the Flight Recorder is in use, which {@code -XX:StartFlightRecording}, {@code jcmd JFR.start}, JDK Mission Control and programs can begin at
 * any time. Asking loads two classes and reads a field each time. A listener of the Flight Recorder would load a hundred more, with
 * each start of a program that nobody ever records.
 *
 * <p>Events are made ready by a thread that is there for no longer than that takes: it needs locks of the Flight Recorder, for which no
 * loop is to wait. Thread-safe.
 */
public final class FlightRecorderWatch implements Runnable {
    private static final FlightRecorderWatch WATCH = new FlightRecorderWatch();

    private final AtomicBoolean found = new AtomicBoolean();

    private FlightRecorderWatch() {}

    /**
     * Has events recorded from now on where the Flight Recorder is in use, or as soon as it is.
     *
     * @throws LinkageError if this runtime has none
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
            } catch (OutOfMemoryError none) { // no thread is to be had
                ServerLog.unexpected("Nothing is told to the Flight Recorder", none);
            }
        }
    }

    private static void install() {
        try {
            FlightRecorderEvents.install();
        } catch (LinkageError | RuntimeException e) { // of a security manager, most likely
            ServerLog.unexpected("Nothing is told to the Flight Recorder", e);
        }
    }
}
