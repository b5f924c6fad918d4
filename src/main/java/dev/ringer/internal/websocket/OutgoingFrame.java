package dev.ringer.internal.websocket;

import dev.ringer.internal.websocket.frame.FrameWriter;
import dev.ringer.internal.websocket.frame.Opcode;
import java.nio.ByteBuffer;
import java.util.zip.Deflater;

/** A frame that is to be sent. Belongs to who sends it once it has been queued. */
final class OutgoingFrame {
    private static final byte[] NOTHING = {};

    private final int first; // octet: opcode and flags
    private final byte[] payload;
    private int sent = -1; // of the payload; less than 0 before the head
    OutgoingFrame next; // in the queue

    private OutgoingFrame(int first, byte[] payload) {
        this.first = first;
        this.payload = payload;
    }

    /** A whole message, compressed where there are compressors and it becomes smaller. */
    static OutgoingFrame message(int opcode, byte[] message, CoderPool<Deflater> deflaters) {
        boolean worthwhile = deflaters != null && message.length >= MessageDeflater.MIN_SIZE;
        byte[] smaller = worthwhile ? MessageDeflater.compress(message, deflaters) : null;
        return smaller == null
                ? new OutgoingFrame(FrameWriter.LAST | opcode, message)
                : new OutgoingFrame(FrameWriter.LAST | FrameWriter.COMPRESSED | opcode, smaller);
    }

    /** A ping, a pong or a close. */
    static OutgoingFrame control(int opcode, byte[] payload) {
        return new OutgoingFrame(FrameWriter.LAST | opcode, payload);
    }

    /** A pong, whose payload is the newest ping's when it leaves. */
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

    /** How much it adds to what is pending. */
    long weight() {
        return weight(payload.length);
    }

    /** How much a frame with so many octets of payload adds to what is pending. */
    static long weight(int length) {
        return FrameWriter.headSize(length) + (long) length;
    }

    /** Composes as much as there is room for, at least the head; true if that was all. */
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
