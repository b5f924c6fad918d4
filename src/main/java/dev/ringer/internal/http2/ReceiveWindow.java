package dev.ringer.internal.http2;

/**
 * The flow-control window for content that the client sends (RFC 9113, 6.9), either on one stream or on the whole
 * connection. When the server has read or dropped a quarter of the window, it widens the window again by a
 * WINDOW_UPDATE. So the server sends few of these frames. If the server reads as fast as the client sends, the client
 * never has to wait for such a frame. Not thread-safe.
 */
final class ReceiveWindow {
    private final int full;
    private long open; // octets that the client may still send
    private long lent; // octets of loans that were not repaid yet
    private long used; // octets that were read or dropped since the last WINDOW_UPDATE, and that repaid no loan

    /** Makes a window with a size of 1 to 2^31 - 1 octets. */
    ReceiveWindow(int full) {
        this.full = full;
        this.open = full;
    }

    /**
     * Subtracts the octets of a frame from the window. Returns false, and changes nothing, if the client has sent more
     * than the window allows.
     */
    boolean receive(int octets) {
        if (octets > open) {
            return false;
        }
        open -= octets;
        return true;
    }

    /**
     * Counts octets that were read or dropped. The octets first repay loans, and only the rest of them widens the
     * window. Returns the increment for a WINDOW_UPDATE, which the caller must send; 0 if it is too early for one.
     */
    int use(int octets) {
        long repaid = Math.min(lent, octets);
        lent -= repaid;
        used += octets - repaid;
        return used >= full / 4 ? giveBack() : 0;
    }

    /**
     * Returns half of the window, in octets. A reader reports what it has read when it has read this many octets, and
     * {@link #use} may hold back a quarter of the window. So when everything was read, the client can always send at
     * least a quarter of the window. Thread-safe.
     */
    int half() {
        return (int) ((full + 1L) / 2);
    }

    /**
     * Widens the window by all octets that were read or dropped since the last WINDOW_UPDATE. Returns the increment for
     * a WINDOW_UPDATE, which the caller must send; 0 if none is needed.
     */
    int giveBack() {
        int increment = (int) used;
        open += used;
        used = 0;
        return increment;
    }

    long open() {
        return open;
    }

    /**
     * Enlarges the window by a loan of {@code octets}, which later calls of {@link #use} repay. Also widens the window
     * by all octets that were read or dropped since the last WINDOW_UPDATE. Returns the increment for a WINDOW_UPDATE,
     * which the caller must send.
     */
    int lend(int octets) {
        open += octets;
        lent += octets;
        return giveBack() + octets;
    }
}
