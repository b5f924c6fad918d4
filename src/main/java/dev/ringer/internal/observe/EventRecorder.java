package dev.ringer.internal.observe;

import java.net.InetSocketAddress;

/**
 * Records single events, each with its time. There is no recorder before the first recording of this process begins.
 * After that there is one until the end of the process. The {@code begin} methods return null while nobody wants such
 * events. Thread-safe. No method throws or waits.
 *
 * <p>Checking whether there is a recorder costs a read of a field, and so does {@link #look}. Event loops call
 * {@link #look} on each turn to find out whether somebody wants a recorder. So an idle server need not wake up for
 * that.
 */
public abstract class EventRecorder {
    private static volatile EventRecorder current;
    private static volatile Runnable watch; // null if there is nothing to check, or a recording was found

    /** For the only recorder of the process. */
    protected EventRecorder() {}

    /**
     * Returns the recorder.
     *
     * @return the recorder; null while nobody has wanted events
     */
    public static EventRecorder current() {
        return current;
    }

    /**
     * Sets the recorder of all events from now on.
     *
     * @param recorder the recorder
     */
    public static void install(EventRecorder recorder) {
        current = recorder;
    }

    /**
     * Sets the check for whether somebody wants events recorded.
     *
     * @param look the check; any thread runs it, and often, so it must not take any time; null when there is nothing
     *     more to check
     */
    public static void watch(Runnable look) {
        watch = look;
    }

    /** Checks whether somebody wants events recorded. */
    public static void look() {
        Runnable look = watch;
        if (look != null) {
            look.run();
        }
    }

    /**
     * Begins the record of a request whose head is complete, and which is about to be handled.
     *
     * @return the record, or null
     */
    public abstract RequestRecord beginRequest();

    /**
     * Begins the record of a connection that has been accepted.
     *
     * @return the record, or null
     */
    public abstract ConnectionRecord beginConnection();

    /**
     * Begins the record of a TLS handshake that a client has begun.
     *
     * @return the record, or null
     */
    public abstract HandshakeRecord beginHandshake();

    /**
     * Begins the record of a relief: a stand-in takes over a loop.
     *
     * @param heldUp the loop thread
     * @param waiting whether the loop thread is about to wait for a client; false if it is at work
     * @return a task to run when the stand-in gives the loop back, or null
     */
    public abstract Runnable beginRelief(Thread heldUp, boolean waiting);

    /**
     * Records that a request was refused, or that a limit was reached.
     *
     * @param cause the cause, as it is counted
     * @param client the client concerned; null if not known
     */
    public abstract void counted(Enum<?> cause, InetSocketAddress client);
}
