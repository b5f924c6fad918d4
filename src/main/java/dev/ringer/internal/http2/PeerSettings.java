package dev.ringer.internal.http2;

import dev.ringer.internal.http2.frame.Setting;

/**
 * The changes that one SETTINGS frame of the client makes to what the server sends, collected entry by entry in its
 * order. Owned by the loop thread until it is queued for the sending thread, which applies it.
 */
final class PeerSettings {
    /** The value of a setting for which there was no entry. */
    static final long UNCHANGED = -1;

    private long smallestTable = UNCHANGED;
    private long table = UNCHANGED;
    private long frameSize = UNCHANGED;
    private long initialWindow = UNCHANGED;

    void take(int id, long value) {
        if (id == Setting.HEADER_TABLE_SIZE) {
            smallestTable = table == UNCHANGED ? value : Math.min(smallestTable, value);
            table = value;
        } else if (id == Setting.MAX_FRAME_SIZE) {
            frameSize = value;
        } else if (id == Setting.INITIAL_WINDOW_SIZE) {
            initialWindow = value;
        }
    }

    /**
     * Returns the smallest size that the client's table had in between. The client must be told that the server knows
     * of it (RFC 7541, 4.2).
     */
    long smallestTable() {
        return smallestTable;
    }

    /** Returns HEADER_TABLE_SIZE, or {@link #UNCHANGED}. */
    long table() {
        return table;
    }

    /** Returns MAX_FRAME_SIZE, or {@link #UNCHANGED}. */
    long frameSize() {
        return frameSize;
    }

    /** Returns INITIAL_WINDOW_SIZE, or {@link #UNCHANGED}. */
    long initialWindow() {
        return initialWindow;
    }
}
