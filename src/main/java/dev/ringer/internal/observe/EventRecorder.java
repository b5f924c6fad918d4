package dev.ringer.internal.observe;

import java.net.InetSocketAddress;

/**
 * Records single events, each with its time. The recorder exists from the first recording of this process until the end
 * of the process. A {@code begin} method returns null while nobody wants such events. Thread-safe. No method throws or
 * waits.
 *
 * <p>{@link #current} and {@link #look} read one field each. Event loops call {@link #look} on each turn. So an idle
 * server wakes no thread to check whether somebody records.
 */
public abstract class EventRecorder {
    private static volatile EventRecorder current;
    private static volatile Runnable watch; // null if there is no check, or if a recording has begun

    /** Creates the only recorder of the process. */
    protected EventRecorder() {}

    /** Returns the recorder; null before somebody wants events. */
    public static EventRecorder current() {
        return current;
    }

    /** Sets the recorder of all events from now on. */
    public static void install(EventRecorder recorder) {
        current = recorder;
    }

    /**
     * Sets the check whether somebody wants events; null to stop checking. Any thread may run the check, and the loops
     * run it on each turn. So the check must be fast.
     */
    public static void watch(Runnable look) {
        watch = look;
    }

    /** Checks whether somebody wants events. */
    public static void look() {
        Runnable look = watch;
        if (look != null) {
            look.run();
        }
    }

    /** Begins the record of a request when its head is complete. */
    public abstract RequestRecord beginRequest();

    /** Begins the record of a connection that has been accepted. */
    public abstract ConnectionRecord beginConnection();

    /** Begins the record of a TLS handshake that a client has begun. */
    public abstract HandshakeRecord beginHandshake();

    /**
     * Begins the record of a relief, in which a stand-in drives a loop.
     *
     * @param loopThread the thread of the loop
     * @param waiting whether the loop thread is about to wait for a client; false if it is at work
     * @return a task to run when the stand-in gives the loop back, or null
     */
    public abstract Runnable beginRelief(Thread loopThread, boolean waiting);

    /**
     * Records that the server has refused a request, or that a client has reached a limit. {@code client} is null if it
     * is not known.
     */
    public abstract void counted(Enum<?> cause, InetSocketAddress client);
}
