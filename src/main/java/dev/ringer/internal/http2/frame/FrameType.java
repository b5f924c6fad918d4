package dev.ringer.internal.http2.frame;

/** The numbers of the frame types that the server knows (RFC 9113, 6; RFC 9218, 7.1). */
public final class FrameType {
    /** A part of a message's content. */
    public static final int DATA = 0x0;

    /** The first part of a field block. */
    public static final int HEADERS = 0x1;

    /** Advises on the priority of a stream. Deprecated (RFC 9113, 5.3.2). */
    public static final int PRIORITY = 0x2;

    /** Ends a stream with an error code. */
    public static final int RST_STREAM = 0x3;

    /** Settings, or their acknowledgement. */
    public static final int SETTINGS = 0x4;

    /** Promises a push. Only a server may send it. */
    public static final int PUSH_PROMISE = 0x5;

    /** Asks whether the peer is alive, or answers that question. */
    public static final int PING = 0x6;

    /** Announces that the sender will end the connection. */
    public static final int GOAWAY = 0x7;

    /** Enlarges a flow-control window, so that more content may be sent. */
    public static final int WINDOW_UPDATE = 0x8;

    /** A further part of a field block. */
    public static final int CONTINUATION = 0x9;

    /** Changes the priority of a stream. */
    public static final int PRIORITY_UPDATE = 0x10;

    private FrameType() {}
}
