package dev.ringer.internal.http2;

/**
 * The flow-control window for content that the peer sends (RFC 9113, 6.9), on a stream or on the whole connection.
 * Octets that were used up are given back once they are a quarter of the window. So the peer gets few WINDOW_UPDATE
 * frames, and yet gets them in time. Not thread-safe.
 */
final class ReceiveWindow {
    private final int full;
    private long open; // octets that the peer may still send
    private long lent; // octets that are lent beyond the window
    private long used; // octets that were used up, and not yet given back

    /** Makes a window of a size from 1 to 2^31 - 1. */
    ReceiveWindow(int full) {
        this.full = full;
        this.open = full;
    }

    /**
     * Takes octets, padding included, out of the window. Returns false, and changes nothing, if the window has fewer.
     */
    boolean receive(int octets) {
        if (octets > open) {
            return false;
        }
        open -= octets;
        return true;
    }

    /**
     * Counts octets that were read or dropped.
     *
     * @return the increment to announce now, or 0
     */
    int use(int octets) {
        used += octets;
        return used >= full / 4 ? giveBack() : 0;
    }

    /**
     * Returns the octets that a reader may count by itself before it reports them. Even with octets that are used and
     * not given back yet, a quarter of the window is then still open. Any thread.
     */
    int half() {
        return (int) ((full + 1L) / 2);
    }

    /** Gives back all octets that were used up, even if they are few. Returns the increment to announce, or 0. */
    int giveBack() {
        int increment = (int) used;
        open += used;
        used = 0;
        return increment;
    }

    /** Returns the octets that the peer may still send. */
    long open() {
        return open;
    }

    /** Lets the peer send more octets than the window has, until they are paid back. */
    void lend(int octets) {
        open += octets;
        lent += octets;
    }

    /** Returns the octets that are lent at present. */
    long lent() {
        return lent;
    }

    /** Pays back lent octets out of those that were used up. The peer is not told of this. */
    void repay(int octets) {
        lent -= octets;
    }

    /** Returns the octets that have arrived and are not used up. */
    long held() {
        return full + lent - open - used;
    }
}
