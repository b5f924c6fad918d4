package dev.ringer.internal.http2.frame;

/** The types of frames that are known here (RFC 9113, 6; RFC 9218, 7.1), as numbers on the wire. */
public final class FrameType {
    /** A part of a message's content. */
    public static final int DATA = 0x0;

    /** The first part of a field block. */
    public static final int HEADERS = 0x1;

    /** Deprecated advice on priority. */
    public static final int PRIORITY = 0x2;

    /** The end of a stream by an error code. */
    public static final int RST_STREAM = 0x3;

    /** Settings, or their acknowledgement. */
    public static final int SETTINGS = 0x4;

    /** A promise that only a server may send. */
    public static final int PUSH_PROMISE = 0x5;

    /** A question for a sign of life, or its answer. */
    public static final int PING = 0x6;

    /** The announced end of a connection. */
    public static final int GOAWAY = 0x7;

    /** Room for more content. */
    public static final int WINDOW_UPDATE = 0x8;

    /** A further part of a field block. */
    public static final int CONTINUATION = 0x9;

    /** New priority of a stream. */
    public static final int PRIORITY_UPDATE = 0x10;

    private FrameType() {}
}
