package dev.ringer.internal.http2.frame;

/**
 * The identifiers of HTTP/2 settings (RFC 9113, 6.5.2; RFC 8441, 3; RFC 9218, 2.1). "Sender" means the sender of the
 * SETTINGS frame.
 */
public final class Setting {
    /**
     * The largest HPACK table that the sender of this setting supports in its decoder, in octets. The default is 4,096.
     */
    public static final int HEADER_TABLE_SIZE = 0x1;

    /** Whether the sender accepts pushed streams: 1 for yes, 0 for no. */
    public static final int ENABLE_PUSH = 0x2;

    /** The most streams that the receiver of the frame may have open at a time. */
    public static final int MAX_CONCURRENT_STREAMS = 0x3;

    /** The initial flow-control window of each stream, in octets. The default is {@link #DEFAULT_WINDOW}. */
    public static final int INITIAL_WINDOW_SIZE = 0x4;

    /** The largest payload of a frame that the sender accepts, in octets. The default is 16,384. */
    public static final int MAX_FRAME_SIZE = 0x5;

    /** The largest field section that the sender accepts, in octets. Each line counts as its octets plus 32. */
    public static final int MAX_HEADER_LIST_SIZE = 0x6;

    /** Whether the sender accepts extended CONNECT requests: 1 for yes, 0 for no. Only servers send this setting. */
    public static final int ENABLE_CONNECT_PROTOCOL = 0x8;

    /** Whether the sender ignores the priorities of RFC 7540: 1 for yes, 0 for no. */
    public static final int NO_RFC7540_PRIORITIES = 0x9;

    /** The initial flow-control window in octets. The settings change it for streams, but not for the connection. */
    public static final int DEFAULT_WINDOW = 65_535;

    /** The length of one setting in a SETTINGS frame, in octets. */
    static final int SIZE = 6;

    private Setting() {}

    /**
     * Returns the rule that a received setting breaks; null if there is none. The value is an unsigned 32-bit number.
     */
    static Http2Fault faultOf(int id, long value) {
        return switch (id) {
            case ENABLE_PUSH -> value > 1 ? Http2Fault.BAD_ENABLE_PUSH : null;
            case INITIAL_WINDOW_SIZE -> value > Integer.MAX_VALUE ? Http2Fault.INITIAL_WINDOW_TOO_LARGE : null;
            case MAX_FRAME_SIZE ->
                value < FrameReader.SMALLEST_MAX_FRAME_SIZE || value > FrameReader.LARGEST_MAX_FRAME_SIZE
                        ? Http2Fault.BAD_MAX_FRAME_SIZE
                        : null;
            case ENABLE_CONNECT_PROTOCOL -> value > 1 ? Http2Fault.BAD_ENABLE_CONNECT_PROTOCOL : null;
            case NO_RFC7540_PRIORITIES -> value > 1 ? Http2Fault.BAD_NO_RFC7540_PRIORITIES : null;
            default -> null;
        };
    }
}
