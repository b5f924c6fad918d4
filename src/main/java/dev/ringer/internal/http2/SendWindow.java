package dev.ringer.internal.http2;

/**
 * The flow-control window for content that the server sends (RFC 9113, 6.9), on a stream or on the whole connection. It
 * consists of an initial size, which is the same for all streams and known elsewhere, and of its change since. A
 * stream's window can be below zero, when the peer makes the initial size smaller (6.9.2). Streams and the connection
 * keep the change themselves, so that a stream needs no object for it.
 *
 * <p>The loop thread widens the window, and the sending thread takes from it. Each may do so while the other does.
 */
interface SendWindow {
    /** The initial size in octets, until the peer sends another one. For a connection it stays so. */
    int DEFAULT_SIZE = 65_535;

    /**
     * Returns the change of the initial size, in octets. Octets that were sent make it smaller, a WINDOW_UPDATE makes
     * it larger.
     */
    int windowChange();

    /** Adds octets to the change, atomically. */
    void changeWindow(int octets);

    /** Returns the octets that may be sent now, at most {@code wanted}. */
    default int availableWindow(int initialSize, int wanted) {
        return (int) Math.max(0, Math.min(windowSize(initialSize), wanted));
    }

    /** Takes sent octets out of the window, no more than {@link #availableWindow} says. Sending thread only. */
    default void takeWindow(int octets) {
        changeWindow(-octets);
    }

    /**
     * Applies a WINDOW_UPDATE. Returns false, and changes nothing, if the window would be too large. Loop thread only.
     */
    default boolean increaseWindow(int initialSize, int increment) {
        if (windowSize(initialSize) + increment > Integer.MAX_VALUE) { // what is taken meanwhile only makes it smaller
            return false;
        }
        changeWindow(increment);
        return true;
    }

    /** Whether the window would stay within its limit with this initial size. Loop thread only. */
    default boolean allowsWindow(int initialSize) {
        return windowSize(initialSize) <= Integer.MAX_VALUE;
    }

    /** Returns the size in octets, which may be below zero. */
    default long windowSize(int initialSize) {
        return (long) initialSize + windowChange();
    }
}
