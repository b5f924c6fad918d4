package dev.ringer.internal.http2.frame;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Composes the bytes that a client sends, valid or invalid. */
final class FrameBytes {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    /** Returns the preface alone. */
    static FrameBytes preface() {
        return new FrameBytes().text("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
    }

    /** Returns the preface and an empty SETTINGS frame. */
    static FrameBytes begun() {
        return preface().frame(FrameType.SETTINGS, 0, 0, "");
    }

    FrameBytes text(String text) {
        bytes.writeBytes(text.getBytes(StandardCharsets.ISO_8859_1));
        return this;
    }

    FrameBytes frame(int type, int flags, int streamId, String payload) {
        byte[] octets = HexFormat.of().parseHex(payload.replace(" ", ""));
        return head(octets.length, type, flags, streamId).raw(octets);
    }

    FrameBytes head(int length, int type, int flags, int streamId) {
        bytes.write(length >> 16);
        bytes.write(length >> 8);
        bytes.write(length);
        bytes.write(type);
        bytes.write(flags);
        for (int shift = 24; shift >= 0; shift -= 8) {
            bytes.write(streamId >> shift);
        }
        return this;
    }

    FrameBytes raw(byte[] octets) {
        bytes.writeBytes(octets);
        return this;
    }

    byte[] bytes() {
        return bytes.toByteArray();
    }
}
