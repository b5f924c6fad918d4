package dev.ringer.internal.http2;

import dev.ringer.internal.http2.frame.Setting;

/**
 * What one SETTINGS frame of the client changes about what we send, collected entry by entry in its order. The loop's until
 * it is queued for the thread that sends, which applies it.
 */
final class PeerSettings {
    /** There was no entry of this kind. */
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

    /** The smallest size that the client's table had in between: it must be told that we know (RFC 7541, 4.2). */
    long smallestTable() {
        return smallestTable;
    }

    /** HEADER_TABLE_SIZE, or {@link #UNCHANGED}. */
    long table() {
        return table;
    }

    /** MAX_FRAME_SIZE, or {@link #UNCHANGED}. */
    long frameSize() {
        return frameSize;
    }

    /** INITIAL_WINDOW_SIZE, or {@link #UNCHANGED}. */
    long initialWindow() {
        return initialWindow;
    }
}
