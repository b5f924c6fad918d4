package dev.ringer.internal.observe;

import java.net.InetSocketAddress;
import java.util.function.Consumer;

/**
 * Records single events for the Flight Recorder, each with its time. The recorder is created at the first recording in
 * this process, and remains until the process ends. If no recording wants an event, the event's {@code begin} method
 * returns null. Thread-safe. No method throws an exception or waits.
 *
 * <p>{@link #current} and {@link #check} only read one field. All event loops call {@link #check} again and again. So
 * no further thread is needed to notice that a recording has begun.
 */
public abstract class EventRecorder {
    private static volatile EventRecorder current;
    private static volatile Runnable watch; // checks whether a recording has begun; null if no check is needed

    /** Returns the recorder; null if no recording has begun yet. */
    public static EventRecorder current() {
        return current;
    }

    public static void install(EventRecorder recorder) {
        current = recorder;
    }

    /**
     * Sets the check whether a recording has begun; null for no further checks. The check must be fast, because all
     * event loops run it again and again. Any thread may run it.
     */
    public static void watch(Runnable check) {
        watch = check;
    }

    /** Runs the check that {@link #watch} has set, if there is one. */
    public static void check() {
        Runnable check = watch;
        if (check != null) {
            check.run();
        }
    }

    /** Begins the record of a request whose head is complete. */
    public abstract RequestRecord beginRequest();

    /** Begins the record of a connection that was accepted. */
    public abstract ConnectionRecord beginConnection();

    /**
     * Begins to record a TLS handshake that a client has begun. The caller must pass the result to the returned object
     * once, on any thread.
     */
    public abstract Consumer<HandshakeResult> beginHandshake();

    /**
     * Begins the record of a relief: a period in which a stand-in thread drives an event loop, because application code
     * blocks the thread of the loop.
     *
     * @param loopThread the thread of the loop
     * @param waiting whether the loop thread is about to wait for a client; false if it is running application code
     * @return a task to run when the relief ends; null if nobody wants the event
     */
    public abstract Runnable beginRelief(Thread loopThread, boolean waiting);

    /**
     * Records that the server has refused a request, or that a limit was reached. {@code client} is null if the client
     * is not known.
     */
    public abstract void counted(Enum<?> cause, InetSocketAddress client);
}
