package dev.ringer.internal.events;

import dev.ringer.internal.protocol.QueuedOutput;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Bytes that wait to be sent on one event stream: an event, a comment, or the end of the stream. Many streams may share
 * the same array.
 */
final class OutgoingBytes extends QueuedOutput.Item {
    /** The most octets that chunked coding adds to a chunk: five hexadecimal digits and two line ends. */
    static final int MAX_CHUNK_FRAME = 5 + 2 + 2;

    private static final byte[] END = {};
    private static final byte[] DIGITS = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    private final byte[] bytes; // never modified
    private int sent; // octets that were copied to the output buffer so far

    OutgoingBytes(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Returns an item that ends the stream. */
    static OutgoingBytes end() {
        return new OutgoingBytes(END);
    }

    @Override
    protected long weight() {
        return bytes.length;
    }

    @Override
    protected boolean isLast() {
        return bytes == END;
    }

    /**
     * Copies as many octets as fit into the buffer. The buffer must have more than {@link #MAX_CHUNK_FRAME} free
     * octets. Returns true if all octets have been copied, and false if the rest needs another call.
     *
     * @param chunked whether to write a chunk (RFC 9112, 7.1); the end of the stream becomes the last chunk
     */
    boolean compose(ByteBuffer to, boolean chunked) {
        int room = chunked ? to.remaining() - MAX_CHUNK_FRAME : to.remaining();
        int count = Math.min(room, bytes.length - sent);
        if (chunked) {
            putHex(to, count);
            putLineEnd(to);
        }
        to.put(bytes, sent, count);
        if (chunked) {
            putLineEnd(to); // ends the chunk, or after the last chunk the empty trailer section
        }
        sent += count;
        return sent == bytes.length;
    }

    private static void putHex(ByteBuffer to, int number) {
        int shift = 16;
        while (shift > 0 && number >>> shift == 0) {
            shift -= 4;
        }
        for (; shift >= 0; shift -= 4) {
            to.put(DIGITS[number >>> shift & 15]);
        }
    }

    private static void putLineEnd(ByteBuffer to) {
        to.put((byte) '\r').put((byte) '\n');
    }
}
