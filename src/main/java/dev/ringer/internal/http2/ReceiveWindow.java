package dev.ringer.internal.http2;

/**
 * The flow-control window for content that the client sends (RFC 9113, 6.9), on a stream or on the whole connection.
 * Octets that were read or dropped are given back to the client when they are a quarter of the window. So the client
 * gets few WINDOW_UPDATE frames, but gets these frames in time. Not thread-safe.
 */
final class ReceiveWindow {
    private final int full;
    private long open; // octets that the client may still send
    private long lent; // octets that the client may send beyond the size of the window
    private long used; // octets that were read or dropped, and not yet given back

    /** Makes a window of a size from 1 to 2^31 - 1. */
    ReceiveWindow(int full) {
        this.full = full;
        this.open = full;
    }

    /** Takes the octets of a frame out of the window. Returns false, and changes nothing, if the window has fewer. */
    boolean receive(int octets) {
        if (octets > open) {
            return false;
        }
        open -= octets;
        return true;
    }

    /** Counts octets that were read or dropped. Returns the increment to announce now, or 0. */
    int use(int octets) {
        used += octets;
        return used >= full / 4 ? giveBack() : 0;
    }

    /**
     * Returns the octets that a reader may count by itself before it must report them: half of the window. Another
     * quarter may be used and not given back. So at least a quarter of the window is open. Any thread.
     */
    int half() {
        return (int) ((full + 1L) / 2);
    }

    /**
     * Gives back all octets that were read or dropped, even if they are few. Returns the increment to announce, or 0.
     */
    int giveBack() {
        int increment = (int) used;
        open += used;
        used = 0;
        return increment;
    }

    /** Returns the octets that the client may still send. */
    long open() {
        return open;
    }

    /** Lets the client send more octets than the window has. The caller must later {@link #repay} these octets. */
    void lend(int octets) {
        open += octets;
        lent += octets;
    }

    /** Returns the octets that are lent and not repaid. */
    long lent() {
        return lent;
    }

    /** Repays lent octets. The client does not get these octets back. */
    void repay(int octets) {
        lent -= octets;
    }

    /** Returns the octets that have arrived and were neither read nor dropped. */
    long held() {
        return full + lent - open - used;
    }
}
