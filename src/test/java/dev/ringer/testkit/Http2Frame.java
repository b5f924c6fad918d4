package dev.ringer.testkit;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** One frame of HTTP/2 as it is on the wire. */
public record Http2Frame(int type, int flags, int stream, byte[] payload) {
    public static final int DATA = 0x0;
    public static final int HEADERS = 0x1;
    public static final int RST_STREAM = 0x3;
    public static final int SETTINGS = 0x4;
    public static final int PING = 0x6;
    public static final int GOAWAY = 0x7;
    public static final int WINDOW_UPDATE = 0x8;
    public static final int CONTINUATION = 0x9;

    public static final int END_STREAM = 0x1;
    public static final int ACK = 0x1;
    public static final int END_HEADERS = 0x4;

    static final int HEAD_SIZE = 9;

    /** Returns the octets of the frame. */
    public byte[] encoded() {
        return ByteBuffer.allocate(HEAD_SIZE + payload.length)
                .putInt(payload.length << 8 | type)
                .put((byte) flags)
                .putInt(stream)
                .put(payload)
                .array();
    }

    public boolean has(int flag) {
        return (flags & flag) != 0;
    }

    public boolean endsStream() {
        return (type == DATA || type == HEADERS) && has(END_STREAM);
    }

    /** Returns the 32-bit number at this offset of the payload. */
    public int number(int at) {
        return ByteBuffer.wrap(payload).getInt(at);
    }

    public String text() {
        return new String(payload, StandardCharsets.ISO_8859_1);
    }

    @Override
    public String toString() {
        return "type " + type + " flags " + flags + " stream " + stream + " length " + payload.length;
    }
}
