package dev.ringer.internal.websocket;

import dev.ringer.internal.protocol.QueuedOutput;
import dev.ringer.internal.websocket.frame.FrameWriter;
import dev.ringer.internal.websocket.frame.Opcode;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.Deflater;

/** A frame that waits to be sent. After it was queued, only the sending thread uses it. */
final class OutgoingFrame extends QueuedOutput.Item {
    private static final byte[] NOTHING = {};

    /** The smallest message that is compressed, in octets. Compressing a smaller one costs more than it saves. */
    private static final int MIN_COMPRESSED = 256;

    /** The number of octets at the end of compressed data (00 00 ff ff) that the sender omits (RFC 7692, 7.2.1). */
    private static final int TAIL_SIZE = 4;

    private final int first; // first octet of the frame: opcode and flags
    private final byte[] payload;
    private int sent = -1; // octets of the payload in the output buffer or sent; -1 until the head is in the buffer

    private OutgoingFrame(int first, byte[] payload) {
        this.first = first;
        this.payload = payload;
    }

    /** Returns a frame with a whole message, compressed if {@code deflaters} is not null and this saves octets. */
    static OutgoingFrame message(int opcode, byte[] message, CoderPool<Deflater> deflaters) {
        boolean worthwhile = deflaters != null && message.length >= MIN_COMPRESSED;
        byte[] smaller = worthwhile ? compress(message, deflaters) : null;
        return smaller == null
                ? new OutgoingFrame(FrameWriter.LAST | opcode, message)
                : new OutgoingFrame(FrameWriter.LAST | FrameWriter.COMPRESSED | opcode, smaller);
    }

    /** Compresses one message independently (RFC 7692, 7.2.1). Returns null if the result is not smaller. */
    private static byte[] compress(byte[] message, CoderPool<Deflater> deflaters) {
        Deflater deflater = deflaters.take();
        try {
            byte[] to = new byte[message.length + TAIL_SIZE];
            deflater.setInput(message);
            int size = deflater.deflate(to, 0, to.length, Deflater.SYNC_FLUSH);
            return size == to.length ? null : Arrays.copyOf(to, size - TAIL_SIZE);
        } finally {
            deflaters.release(deflater);
        }
    }

    /** Returns a ping, a pong or a close frame. */
    static OutgoingFrame control(int opcode, byte[] payload) {
        return new OutgoingFrame(FrameWriter.LAST | opcode, payload);
    }

    /** Returns a placeholder for a pong. {@link MessageOutput} sends it with the payload of the newest ping. */
    static OutgoingFrame newestPong() {
        return new OutgoingFrame(FrameWriter.LAST | Opcode.PONG, NOTHING);
    }

    boolean isPong() {
        return first == (FrameWriter.LAST | Opcode.PONG);
    }

    boolean isNewestPong() {
        return isPong() && payload == NOTHING;
    }

    /** Whether this is a close frame, which no other frame may follow. */
    @Override
    protected boolean isLast() {
        return first == (FrameWriter.LAST | Opcode.CLOSE);
    }

    @Override
    protected long weight() {
        return weight(payload.length);
    }

    /** Returns the size in octets of a frame with a payload of {@code length} octets. */
    static long weight(int length) {
        return FrameWriter.headSize(length) + (long) length;
    }

    /** Composes the head, and as much of the payload as fits in the buffer. Returns true if the frame is complete. */
    boolean compose(ByteBuffer to) {
        if (sent < 0) {
            FrameWriter.head(to, first, payload.length);
            sent = 0;
        }
        int count = Math.min(to.remaining(), payload.length - sent);
        to.put(payload, sent, count);
        sent += count;
        return sent == payload.length;
    }
}
