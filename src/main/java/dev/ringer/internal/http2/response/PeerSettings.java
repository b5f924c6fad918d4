package dev.ringer.internal.http2.response;

import dev.ringer.internal.http2.frame.Setting;

/**
 * Collects the entries of one SETTINGS frame that affect what the server sends. The loop thread owns the object until
 * the frame is complete. Then the sending thread applies the settings.
 */
public final class PeerSettings {
    /** The value of a setting that is not in the frame. */
    public static final long UNCHANGED = -1;

    /**
     * The smallest HEADER_TABLE_SIZE in the frame. If the frame has several values, the encoder must first announce the
     * smallest one, and then the last one (RFC 7541, 4.2).
     */
    long smallestTable = UNCHANGED;

    long table = UNCHANGED; // the last HEADER_TABLE_SIZE in the frame
    long frameSize = UNCHANGED; // the largest payload of a frame that the client accepts, in octets
    public long initialWindow = UNCHANGED; // the initial flow-control window of each stream, in octets

    public void take(int id, long value) {
        if (id == Setting.HEADER_TABLE_SIZE) {
            smallestTable = table == UNCHANGED ? value : Math.min(smallestTable, value);
            table = value;
        } else if (id == Setting.MAX_FRAME_SIZE) {
            frameSize = value;
        } else if (id == Setting.INITIAL_WINDOW_SIZE) {
            initialWindow = value;
        }
    }
}
