package dev.ringer.internal.http2.frame;

/** The flags of frames (RFC 9113, 6). */
final class Flags {
    static final int ACK = 0x1;
    static final int END_STREAM = 0x1;
    static final int END_HEADERS = 0x4;
    static final int PADDED = 0x8;
    static final int PRIORITY = 0x20;

    private Flags() {}
}
