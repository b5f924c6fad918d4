package dev.ringer.internal.http2.frame;

/** The numbers of the frame types that the server knows (RFC 9113, 6; RFC 9218, 7.1). */
public final class FrameType {
    /** Carries a part of a message's content. */
    public static final int DATA = 0x0;

    /** Begins a field block, which may be complete after this frame. */
    public static final int HEADERS = 0x1;

    /** Advises on the priority of a stream. Deprecated (RFC 9113, 5.3.2). */
    public static final int PRIORITY = 0x2;

    /** Ends a stream with an error code. */
    public static final int RST_STREAM = 0x3;

    /** Carries settings, or acknowledges the settings of the peer. */
    public static final int SETTINGS = 0x4;

    /** Announces a pushed stream. Only servers may send this type. */
    public static final int PUSH_PROMISE = 0x5;

    /** Asks whether the peer is alive, or answers a PING of the peer. */
    public static final int PING = 0x6;

    /** Announces that the sender will end the connection. */
    public static final int GOAWAY = 0x7;

    /** Enlarges a flow-control window, so that the peer may send more content. */
    public static final int WINDOW_UPDATE = 0x8;

    /** Continues a field block. */
    public static final int CONTINUATION = 0x9;

    /** Changes the priority of a stream. */
    public static final int PRIORITY_UPDATE = 0x10;

    private FrameType() {}
}
