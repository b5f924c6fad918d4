package dev.ringer.internal.http2;

/**
 * How many octets of content we let the peer send (RFC 9113, 6.9), on a stream or on the whole connection. What was used up
 * is given back when it makes a quarter of the window, so that the peer hears of it rarely and yet in time. Not thread-safe.
 */
final class ReceiveWindow {
    private final int full;
    private long open; // what the peer may still send
    private long lent; // beyond the window
    private long used; // what was used up, and not yet given back

    /** A window of a size from 1 to 2^31 - 1. */
    ReceiveWindow(int full) {
        this.full = full;
        this.open = full;
    }

    /** Lets octets in, padding included. False if there are more than the window has; then it has not changed. */
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

    /** How many octets a reader may count by itself: with those that make no difference yet a quarter is open still. Any thread. */
    int half() {
        return (int) ((full + 1L) / 2);
    }

    /** Gives back all that was used up, even if that is little: the increment to announce, or 0. */
    int giveBack() {
        int increment = (int) used;
        open += used;
        used = 0;
        return increment;
    }

    /** What the peer may still send. */
    long open() {
        return open;
    }

    /** Lets the peer send more than the window has, until that is paid back. */
    void lend(int octets) {
        open += octets;
        lent += octets;
    }

    /** How much is lent at present. */
    long lent() {
        return lent;
    }

    /** Pays back, out of what was used up, what was lent: the peer is not told of it. */
    void repay(int octets) {
        lent -= octets;
    }

    /** What has arrived and is not used up. */
    long held() {
        return full + lent - open - used;
    }
}
