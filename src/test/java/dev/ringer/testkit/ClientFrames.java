package dev.ringer.testkit;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Builds WebSocket frames as a client sends them, valid and invalid ones (RFC 6455, 5.2). */
public final class ClientFrames {
    private static final byte[] KEY = {0x37, (byte) 0xfa, 0x21, 0x3d};

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    /** Returns an empty builder. */
    public static ClientFrames frames() {
        return new ClientFrames();
    }

    /** Adds a text message in one frame. */
    public ClientFrames text(String text) {
        return frame(0x81, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Adds a binary message in one frame. */
    public ClientFrames binary(byte[] payload) {
        return frame(0x82, payload);
    }

    /** Adds a ping. */
    public ClientFrames ping(String payload) {
        return frame(0x89, payload.getBytes(StandardCharsets.UTF_8));
    }

    /** Adds a close frame with a code and a reason. */
    public ClientFrames close(int code, String reason) {
        return frame(0x88, closePayload(code, reason.getBytes(StandardCharsets.UTF_8)));
    }

    /** Returns the payload of a close frame. */
    public static byte[] closePayload(int code, byte[] reason) {
        byte[] payload = new byte[2 + reason.length];
        payload[0] = (byte) (code >>> 8);
        payload[1] = (byte) code;
        System.arraycopy(reason, 0, payload, 2, reason.length);
        return payload;
    }

    /** Adds a frame, with its length in the shortest form. */
    public ClientFrames frame(int first, byte[] payload) {
        head(first, payload.length);
        return masked(payload);
    }

    /** Adds a frame whose payload is this text in UTF-8. */
    public ClientFrames frame(int first, String payload) {
        return frame(first, payload.getBytes(StandardCharsets.UTF_8));
    }

    /** Adds the head of a frame, with the masking key. */
    public ClientFrames head(int first, long length) {
        bytes.write(first);
        if (length <= 125) {
            bytes.write(0x80 | (int) length);
        } else if (length <= 0xffff) {
            bytes.write(0xFE);
            number(length, 2);
        } else {
            bytes.write(0xFF);
            number(length, 8);
        }
        bytes.writeBytes(KEY);
        return this;
    }

    /** Adds payload, masked from the key's first octet on. */
    public ClientFrames masked(byte[] payload) {
        for (int i = 0; i < payload.length; i++) {
            bytes.write(payload[i] ^ KEY[i & 3]);
        }
        return this;
    }

    /** Adds octets unmasked, given as hexadecimal digits with blanks between the octets. */
    public ClientFrames raw(String hex) {
        for (String octet : hex.split(" ")) {
            bytes.write(Integer.parseInt(octet, 16));
        }
        return this;
    }

    private void number(long value, int size) {
        for (int shift = 8 * (size - 1); shift >= 0; shift -= 8) {
            bytes.write((int) (value >>> shift));
        }
    }

    /** Returns all octets. */
    public byte[] bytes() {
        return bytes.toByteArray();
    }

    /** Returns all octets as text that {@link RawClient} can send. */
    public String latin1() {
        return bytes.toString(StandardCharsets.ISO_8859_1);
    }
}
