package dev.ringer.internal.websocket;

import dev.ringer.internal.websocket.frame.FrameWriter;
import dev.ringer.internal.websocket.frame.Opcode;
import java.nio.ByteBuffer;

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

    /** A whole message. */
    static OutgoingFrame message(int opcode, boolean compressed, byte[] payload) {
        return new OutgoingFrame(FrameWriter.LAST | (compressed ? FrameWriter.COMPRESSED : 0) | opcode, payload);
    }

    /** A ping or a close. */
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

    boolean isClose() {
        return first == (FrameWriter.LAST | Opcode.CLOSE);
    }

    /** How much it adds to what is pending. */
    long weight() {
        return FrameWriter.headSize(payload.length) + (long) payload.length;
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
