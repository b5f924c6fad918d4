package dev.ringer.internal.http2.flow;

/**
 * The flow-control window for content that the client sends on one stream (RFC 9113, 6.9). When the server has read or
 * dropped a quarter of the window, it widens the window again by a WINDOW_UPDATE. So the server sends few of these
 * frames. If the server reads as fast as the client sends, the client never has to wait for such a frame. Not
 * thread-safe.
 */
public final class ReceiveWindow {
    private final int full;
    private long open; // octets that the client may still send
    private long used; // octets that were read or dropped since the last WINDOW_UPDATE

    /** Makes a window with a size of 1 to 2^31 - 1 octets. */
    public ReceiveWindow(int full) {
        this.full = full;
        this.open = full;
    }

    /**
     * Subtracts the octets of a frame from the window. Returns false, and changes nothing, if the client has sent more
     * than the window allows.
     */
    public boolean receive(int octets) {
        if (octets > open) {
            return false;
        }
        open -= octets;
        return true;
    }

    /**
     * Counts octets that were read or dropped. Returns the increment for a WINDOW_UPDATE, which the caller must send; 0
     * if it is too early for one.
     */
    public int use(int octets) {
        used += octets;
        if (used < full / 4) {
            return 0;
        }
        int increment = (int) used;
        open += used;
        used = 0;
        return increment;
    }

    /**
     * Returns half of the window, in octets. A reader reports what it has read when it has read this many octets, and
     * {@link #use} may hold back a quarter of the window. So when everything was read, the client can always send at
     * least a quarter of the window. Thread-safe.
     */
    public int half() {
        return (int) ((full + 1L) / 2);
    }
}
