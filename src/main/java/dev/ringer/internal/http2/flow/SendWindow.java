package dev.ringer.internal.http2.flow;

/**
 * The flow-control window for content that the server sends (RFC 9113, 6.9) on the whole connection. The window of a
 * single stream is the sum of two numbers in other classes. {@code FrameOutput} has the initial size, which is the same
 * for all streams. Each {@code ResponseSender} has the difference between its stream's window and the initial size. A
 * stream's window is negative if the client makes the initial size smaller than what was sent (RFC 9113, 6.9.2).
 *
 * <p>The loop thread widens the window, and the sending thread takes octets from it. Thread-safe.
 */
public final class SendWindow {
    /** The initial size of a window, in octets. The client may change it for streams, but not for the connection. */
    public static final int DEFAULT_SIZE = 65_535;

    private int change; // increments of all WINDOW_UPDATE frames, minus the octets that were sent

    /** Returns how many of {@code wanted} octets a window allows to send now. */
    public static int available(int initialSize, int change, int wanted) {
        return (int) Math.max(0, Math.min((long) initialSize + change, wanted));
    }

    /** Whether a window would be larger than RFC 9113, 6.9.1 allows. */
    public static boolean tooLarge(int initialSize, long change) {
        return initialSize + change > Integer.MAX_VALUE;
    }

    /** Returns how many of {@code wanted} octets this window allows to send now. */
    public synchronized int available(int wanted) {
        return available(DEFAULT_SIZE, change, wanted);
    }

    /** Subtracts octets that were sent: at most as many as {@link #available(int)} has returned. */
    public synchronized void take(int octets) {
        change -= octets;
    }

    /** Applies a WINDOW_UPDATE. Returns false, and changes nothing, if the window would become too large. */
    public synchronized boolean increase(int increment) {
        if (tooLarge(DEFAULT_SIZE, (long) change + increment)) {
            return false;
        }
        change += increment;
        return true;
    }
}
