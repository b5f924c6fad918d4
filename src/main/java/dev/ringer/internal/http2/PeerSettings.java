package dev.ringer.internal.http2;

import dev.ringer.internal.http2.frame.Setting;

/**
 * Collects the entries of one SETTINGS frame that affect what the server sends. The loop thread owns the object until
 * the frame is complete. Then the sending thread applies the settings.
 */
final class PeerSettings {
    /** The value of a setting that is not in the frame. */
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
     * Returns the smallest HEADER_TABLE_SIZE in the frame, or {@link #UNCHANGED}. If the frame has several, the encoder
     * must announce the smallest one before the last one (RFC 7541, 4.2).
     */
    long smallestTable() {
        return smallestTable;
    }

    /** Returns the last HEADER_TABLE_SIZE in the frame, or {@link #UNCHANGED}. */
    long table() {
        return table;
    }

    /** Returns MAX_FRAME_SIZE, or {@link #UNCHANGED} if the frame does not have this setting. */
    long frameSize() {
        return frameSize;
    }

    /** Returns INITIAL_WINDOW_SIZE, or {@link #UNCHANGED} if the frame does not have this setting. */
    long initialWindow() {
        return initialWindow;
    }
}
