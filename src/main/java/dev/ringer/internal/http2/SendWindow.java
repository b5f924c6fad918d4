package dev.ringer.internal.http2;

/**
 * How many octets of content the peer lets us send (RFC 9113, 6.9), on a stream or on the whole connection: an initial size, which
 * is the same for all streams and known elsewhere, and what has changed since. A stream's window can be below zero, when
 * the peer makes the initial size smaller (6.9.2). Streams and the connection keep the change themselves, so that a stream needs
 * no object for it.
 *
 * <p>The loop widens it, the thread that sends takes from it: each may do so while the other does.
 */
interface SendWindow {
    /** What a window begins with until the peer says otherwise, in octets; for a connection it stays so. */
    int DEFAULT_SIZE = 65_535;

    /** How the initial size has changed: what was taken since makes it smaller, a WINDOW_UPDATE larger. */
    int windowChange();

    /** Adds to the change, at once for all threads. */
    void changeWindow(int octets);

    /** How many octets may be sent now, at most {@code wanted}. */
    default int availableWindow(int initialSize, int wanted) {
        return (int) Math.max(0, Math.min(windowSize(initialSize), wanted));
    }

    /** Takes what is sent out of the window: no more than {@link #availableWindow} says. For the thread that sends. */
    default void takeWindow(int octets) {
        changeWindow(-octets);
    }

    /** Takes over a WINDOW_UPDATE. False if the window would be too large; then it has not changed. Loop only. */
    default boolean increaseWindow(int initialSize, int increment) {
        if (windowSize(initialSize) + increment > Integer.MAX_VALUE) { // what is taken meanwhile only makes it smaller
            return false;
        }
        changeWindow(increment);
        return true;
    }

    /** Whether the window would not be too large if the initial size were this. Loop only. */
    default boolean allowsWindow(int initialSize) {
        return windowSize(initialSize) <= Integer.MAX_VALUE;
    }

    /** The size, which may be below zero. */
    default long windowSize(int initialSize) {
        return (long) initialSize + windowChange();
    }
}
