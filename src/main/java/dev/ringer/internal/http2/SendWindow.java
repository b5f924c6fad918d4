package dev.ringer.internal.http2;

/**
 * The flow-control window for content that the server sends (RFC 9113, 6.9), on a stream or on the whole connection. It
 * consists of an initial size, which is the same for all streams and known elsewhere, and of its change since. A
 * stream's window can be below zero, when the peer makes the initial size smaller (6.9.2).
 *
 * <p>The loop thread widens the window, and the sending thread takes from it.
 */
final class SendWindow {
    /** The initial size in octets, until the peer sends another one. For a connection it stays so. */
    static final int DEFAULT_SIZE = 65_535;

    private int change; // octets; what was sent makes it smaller, a WINDOW_UPDATE makes it larger

    /** Returns the octets that may be sent now, at most {@code wanted}. */
    synchronized int available(int initialSize, int wanted) {
        return (int) Math.max(0, Math.min(size(initialSize), wanted));
    }

    /** Takes sent octets out of the window, no more than {@link #available} says. */
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

    /** Whether the window would stay within its limit with this initial size. */
    synchronized boolean allows(int initialSize) {
        return size(initialSize) <= Integer.MAX_VALUE;
    }

    /** Returns the size in octets, which may be below zero. */
    synchronized long size(int initialSize) {
        return (long) initialSize + change;
    }
}
