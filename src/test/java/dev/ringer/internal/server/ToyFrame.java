package dev.ringer.internal.server;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * What is sent on a connection of the toy protocol: a line that says to which stream it belongs, what it is and how many
 * bytes follow, and those bytes.
 */
record ToyFrame(int stream, Kind kind, byte[] bytes) {
    enum Kind {
        /** The first line of a request or a response and its field lines, each ended by CRLF. */
        HEAD,
        /** A part of a body. */
        DATA,
        /** The message is complete. */
        END,
        /** The stream is broken off. */
        RESET
    }

    static ToyFrame of(int stream, Kind kind, String text) {
        return new ToyFrame(stream, kind, text.getBytes(StandardCharsets.ISO_8859_1));
    }

    String text() {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    ByteBuffer encoded() {
        byte[] line = (stream + " " + kind + " " + bytes.length + "\r\n").getBytes(StandardCharsets.US_ASCII);
        return ByteBuffer.allocate(line.length + bytes.length)
                .put(line)
                .put(bytes)
                .flip();
    }
}
