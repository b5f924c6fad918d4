package dev.ringer.internal.http2;

/**
 * The flow-control window for content that the server sends (RFC 9113, 6.9), on a stream or on the whole connection.
 * Its size is the sum of an initial size and of all changes since. Callers pass the initial size, because it is the
 * same for all streams. The window of a stream can become negative, if the client makes the initial size smaller
 * (6.9.2).
 *
 * <p>The loop thread widens the window, and the sending thread takes from it. Thread-safe.
 */
final class SendWindow {
    /** The initial size in octets. The client may change it for streams, but not for the connection. */
    static final int DEFAULT_SIZE = 65_535;

    private int change; // octets of all WINDOW_UPDATE frames, minus octets that were sent

    /** Returns the octets that may be sent now, at most {@code wanted}. */
    synchronized int available(int initialSize, int wanted) {
        return (int) Math.max(0, Math.min(size(initialSize), wanted));
    }

    /** Takes sent octets out of the window: no more than {@link #available} returned. */
    synchronized void take(int octets) {
        change -= octets;
    }

    /** Applies a WINDOW_UPDATE. Returns false, and changes nothing, if the window would be too large. */
    synchronized boolean increase(int initialSize, int increment) {
        if (size(initialSize) + increment > Integer.MAX_VALUE) {
            return false;
        }
        change += increment;
        return true;
    }

    /** Whether the window stays within its limit, 2^31 - 1, with this initial size. */
    synchronized boolean allows(int initialSize) {
        return size(initialSize) <= Integer.MAX_VALUE;
    }

    /** Returns the size in octets, which may be negative. */
    synchronized long size(int initialSize) {
        return (long) initialSize + change;
    }
}
