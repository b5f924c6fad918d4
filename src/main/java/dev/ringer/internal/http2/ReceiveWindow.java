package dev.ringer.internal.http2;

/**
 * The flow-control window for content that the client sends (RFC 9113, 6.9), either on one stream or on the whole
 * connection. When a quarter of the window was read or dropped, the server widens the window again by a WINDOW_UPDATE.
 * So the server sends few of these frames, but sends them before the window is exhausted. Not thread-safe.
 */
final class ReceiveWindow {
    private final int full;
    private long open; // octets that the client may still send
    private long lent; // octets of loans that were not repaid yet
    private long used; // octets that were read or dropped since the last WINDOW_UPDATE

    /** Makes a window with a size of 1 to 2^31 - 1 octets. */
    ReceiveWindow(int full) {
        this.full = full;
        this.open = full;
    }

    /**
     * Subtracts the octets of a frame from the window. Returns false, and changes nothing, if the window has fewer
     * octets.
     */
    boolean receive(int octets) {
        if (octets > open) {
            return false;
        }
        open -= octets;
        return true;
    }

    /**
     * Counts octets that were read or dropped. Returns the increment of a WINDOW_UPDATE that is due now; 0 if none is
     * due.
     */
    int use(int octets) {
        used += octets;
        return used >= full / 4 ? giveBack() : 0;
    }

    /**
     * Returns half of the window, in octets. A reader reports the octets that it has read when they are this many, and
     * {@link #use} may hold back another quarter. So the client can always send the last quarter. Any thread.
     */
    int half() {
        return (int) ((full + 1L) / 2);
    }

    /**
     * Widens the window by all octets that were read or dropped, even if they are few. Returns the increment of the
     * WINDOW_UPDATE; 0 if none is needed.
     */
    int giveBack() {
        int increment = (int) used;
        open += used;
        used = 0;
        return increment;
    }

    /** Returns the octets of content that the client may still send. */
    long open() {
        return open;
    }

    /** Enlarges the window by a loan. The caller must later {@link #repay} these octets. */
    void lend(int octets) {
        open += octets;
        lent += octets;
    }

    /** Returns the octets of loans that were not repaid yet. */
    long lent() {
        return lent;
    }

    /** Repays octets of a loan. The window is not widened by these octets. */
    void repay(int octets) {
        lent -= octets;
    }
}
