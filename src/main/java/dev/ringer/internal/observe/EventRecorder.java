package dev.ringer.internal.observe;

import java.net.InetSocketAddress;

/**
 * Records single events, each with its time, for as long as somebody wants that: there is none before the first recording of this process
 * was begun, and then there is one until its end. What it is asked to begin may be null, where such events are not wanted at present.
 * Thread-safe; never throws, never waits.
 *
 * <p>Whether there is one costs a read of a field, and so does {@link #look}, by which event loops find out that there is to be one: they
 * ask on each of their turns, so that an idle server need not wake up for that.
 */
public abstract class EventRecorder {
    private static volatile EventRecorder current;
    private static volatile Runnable watch; // null: nothing to look for, or it has been found

    /** For the one that there is. */
    protected EventRecorder() {}

    /**
     * The one that records.
     *
     * @return null as long as nobody wants to know
     */
    public static EventRecorder current() {
        return current;
    }

    /**
     * Has events recorded from now on.
     *
     * @param recorder by whom
     */
    public static void install(EventRecorder recorder) {
        current = recorder;
    }

    /**
     * Says who looks whether somebody wants events recorded.
     *
     * @param look asked often, by any thread, so that it is not to take any time; null when there is nothing more to look for
     */
    public static void watch(Runnable look) {
        watch = look;
    }

    /** Looks whether somebody wants events recorded. */
    public static void look() {
        Runnable look = watch;
        if (look != null) {
            look.run();
        }
    }

    /**
     * A request is complete as far as its head, and is going to be handled.
     *
     * @return what is to be told of it, or null
     */
    public abstract RequestRecord beginRequest();

    /**
     * A connection has been accepted.
     *
     * @return what is to be told of it, or null
     */
    public abstract ConnectionRecord beginConnection();

    /**
     * A client has begun a TLS handshake.
     *
     * @return what is to be told of it, or null
     */
    public abstract HandshakeRecord beginHandshake();

    /**
     * A stand-in takes a loop over.
     *
     * @param heldUp the loop's own thread
     * @param waiting whether that is about to wait for a client, and not at work
     * @return to be run when the loop is given back, or null
     */
    public abstract Runnable beginRelief(Thread heldUp, boolean waiting);

    /**
     * A request was refused, or a limit was met.
     *
     * @param cause as it is counted
     * @param client whose; null if that is not known
     */
    public abstract void counted(Enum<?> cause, InetSocketAddress client);
}
