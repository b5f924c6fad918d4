package dev.ringer.internal.websocket;

import dev.ringer.internal.websocket.frame.FrameWriter;
import dev.ringer.internal.websocket.frame.Opcode;
import java.nio.ByteBuffer;
import java.util.zip.Deflater;

/** A frame to send. Once it is queued, it belongs to the thread that sends. */
final class OutgoingFrame {
    private static final byte[] NOTHING = {};

    private final int first; // the first octet: opcode and flags
    private final byte[] payload;
    private int sent = -1; // octets of the payload composed so far; less than 0 before the head
    OutgoingFrame next; // link to the neighbour in the queue

    private OutgoingFrame(int first, byte[] payload) {
        this.first = first;
        this.payload = payload;
    }

    /** Returns a frame with a whole message, compressed if there are compressors and it becomes smaller. */
    static OutgoingFrame message(int opcode, byte[] message, CoderPool<Deflater> deflaters) {
        boolean worthwhile = deflaters != null && message.length >= MessageDeflater.MIN_SIZE;
        byte[] smaller = worthwhile ? MessageDeflater.compress(message, deflaters) : null;
        return smaller == null
                ? new OutgoingFrame(FrameWriter.LAST | opcode, message)
                : new OutgoingFrame(FrameWriter.LAST | FrameWriter.COMPRESSED | opcode, smaller);
    }

    /** Returns a ping, a pong or a close frame. */
    static OutgoingFrame control(int opcode, byte[] payload) {
        return new OutgoingFrame(FrameWriter.LAST | opcode, payload);
    }

    /** Returns a pong that gets the payload of the newest ping when it is composed. */
    static OutgoingFrame newestPong() {
        return new OutgoingFrame(FrameWriter.LAST | Opcode.PONG, NOTHING);
    }

    boolean isPong() {
        return first == (FrameWriter.LAST | Opcode.PONG);
    }

    boolean isNewestPong() {
        return isPong() && payload == NOTHING;
    }

    boolean isClose() {
        return first == (FrameWriter.LAST | Opcode.CLOSE);
    }

    /** Returns how many octets this frame adds to the pending data. */
    long weight() {
        return weight(payload.length);
    }

    /** Returns how many octets a frame with a payload of {@code length} octets adds to the pending data. */
    static long weight(int length) {
        return FrameWriter.headSize(length) + (long) length;
    }

    /** Composes as much as there is room for, at least the head. Returns true if the frame is complete. */
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
