package dev.ringer.internal.websocket;

import dev.ringer.internal.bytes.ClientMemory;
import dev.ringer.internal.websocket.frame.FrameFault;
import dev.ringer.internal.websocket.frame.FrameHandler;
import dev.ringer.internal.websocket.frame.FrameRefused;
import dev.ringer.internal.websocket.frame.Opcode;
import dev.ringer.internal.websocket.frame.Utf8;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Makes messages of a client's frames: decompresses, checks text, and puts the pieces of a message together, or hands them on
 * as they come. Pings are answered. Memory is taken for what has come, never for a declared length. Owned by the loop.
 */
final class MessageReceiver implements FrameHandler {
    private static final int MIN_CAPACITY = 1024;
    private static final int MAX_CAPACITY = Integer.MAX_VALUE - 8;
    private static final byte[] NOTHING = {};

    /** About what a decompressor takes outside the heap: a window of 32 KiB, and its state. */
    private static final int INFLATER_SIZE = 40 * 1024;

    // fixed
    private final WebSocketConnection connection;
    private final WebSocketShared shared;
    private final ClientMemory memory;
    private final DeliveryQueue deliveries;
    private final long maxSize;
    private final boolean fragments;

    // of the present message
    private boolean text;
    private boolean deflated;
    private long size; // so far, decompressed
    private int utf8; // what is known of the text so far
    private MessageInflater inflater; // of a compressed message of which something has come
    private boolean endGiven; // to the inflater
    private boolean waits; // what the inflater holds, until the recipient has taken some
    private int kept; // octets of it
    private byte[] pieces = NOTHING; // of the message; where those are handed on, of the character that was cut
    private int piecesSize;

    MessageReceiver(WebSocketConnection connection, DeliveryQueue deliveries, WebSocketLimits limits) {
        this.connection = connection;
        this.shared = connection.shared();
        this.memory = connection.transport().memory();
        this.deliveries = deliveries;
        this.maxSize = limits.maxMessageBytes();
        this.fragments = limits.fragments();
    }

    // ---- frames

    @Override
    public void onFrame(int opcode, boolean compressed, long length) {
        if (opcode != Opcode.CONTINUATION) {
            text = opcode == Opcode.TEXT;
            size = 0;
            utf8 = Utf8.COMPLETE;
            deflated = compressed;
        }
        if (!compressed) {
            requireSize(length);
        }
    }

    private void requireSize(long more) {
        if (more > maxSize - size) {
            throw new FrameRefused(FrameFault.MESSAGE_TOO_BIG);
        }
    }

    @Override
    public void onPayload(byte[] bytes, int from, int to, boolean endOfMessage) {
        if (!deflated) {
            accept(bytes, from, to, endOfMessage);
        } else {
            if (inflater == null) {
                takeInflater();
            }
            inflater.give(bytes, from, to, endOfMessage);
            endGiven = endOfMessage;
            inflate();
        }
    }

    @Override
    public void onControl(int opcode, byte[] payload) {
        switch (opcode) {
            case Opcode.PING -> {
                if (connection.isTalking()) {
                    connection.output().addPong(payload);
                }
            }
            case Opcode.PONG -> {
                if (payload.length > 0) { // else it answers a ping of the engine's
                    deliveries.add(Delivery.pong(payload));
                }
            }
            default -> connection.onClose(payload);
        }
    }

    // ---- compressed messages

    private void takeInflater() {
        if (!memory.tryTake(INFLATER_SIZE)) {
            throw new MemoryShort();
        }
        inflater = new MessageInflater(shared.inflaters.take());
    }

    private void inflate() {
        byte[] to = memory.rent(shared.inputBuffers);
        try {
            while (!deliveries.isFull() || !fragments) {
                int count = inflater.take(to);
                if (count == 0) {
                    endInflated();
                    return;
                }
                accept(to, 0, count, false);
            }
        } finally {
            memory.giveBack(shared.inputBuffers, to);
        }
        kept = inflater.keepInput();
        memory.take(kept);
        waits = true;
    }

    private void endInflated() {
        if (endGiven) {
            releaseInflater();
            accept(NOTHING, 0, 0, true);
        }
    }

    private void releaseInflater() {
        if (inflater != null) {
            shared.inflaters.release(inflater.inflater());
            inflater = null;
            endGiven = false;
            releaseKept();
            memory.release(INFLATER_SIZE);
        }
    }

    private void releaseKept() {
        memory.release(kept);
        kept = 0;
        waits = false;
    }

    /** Whether a part of what it was given waits in the decompressor: no more may be given before {@link #proceed}. */
    boolean waits() {
        return waits;
    }

    /** Goes on with what a slow recipient has made wait; false if it makes it wait again. */
    boolean proceed() {
        if (waits) {
            releaseKept();
            inflate();
        }
        return !waits;
    }

    // ---- messages

    private void accept(byte[] bytes, int from, int to, boolean endOfMessage) {
        requireSize(to - from);
        size += to - from;
        if (text) {
            utf8 = Utf8.check(utf8, bytes, from, to);
            if (utf8 == Utf8.INVALID || endOfMessage && utf8 != Utf8.COMPLETE) {
                throw new FrameRefused(FrameFault.BAD_TEXT);
            }
        }
        if (piecesSize == 0 && (fragments || endOfMessage)) {
            handOn(bytes, from, to, endOfMessage);
        } else {
            append(bytes, from, to);
            if (fragments || endOfMessage) {
                byte[] whole = pieces;
                int end = piecesSize;
                piecesSize = 0;
                handOn(whole, 0, end, endOfMessage);
            }
        }
        if (endOfMessage) {
            releasePieces();
        }
    }

    private void handOn(byte[] bytes, int from, int to, boolean last) {
        int end = text ? Utf8.endOfComplete(utf8, bytes, from, to) : to;
        if (end > from || last) {
            deliveries.add(
                    text
                            ? Delivery.text(new String(bytes, from, end - from, StandardCharsets.UTF_8), last)
                            : Delivery.binary(Arrays.copyOfRange(bytes, from, end), last));
        }
        if (end < to) { // a character that was cut
            byte[] rest = Arrays.copyOfRange(bytes, end, to);
            append(rest, 0, rest.length);
        }
    }

    private void append(byte[] bytes, int from, int to) {
        int count = to - from;
        if (count > pieces.length - piecesSize) {
            grow((long) piecesSize + count);
        }
        System.arraycopy(bytes, from, pieces, piecesSize, count);
        piecesSize += count;
    }

    /** At least by half, so that a message of many pieces is not copied for each of them. */
    private void grow(long needed) {
        if (needed > MAX_CAPACITY) {
            throw new FrameRefused(FrameFault.MESSAGE_TOO_BIG);
        }
        long wanted = Math.max(needed, Math.max(MIN_CAPACITY, pieces.length + (pieces.length >> 1)));
        int capacity = (int) Math.min(wanted, MAX_CAPACITY);
        if (!memory.tryTake(capacity - pieces.length)) {
            throw new MemoryShort();
        }
        pieces = Arrays.copyOf(pieces, capacity);
    }

    // ---- memory

    private void releasePieces() {
        if (pieces.length > 0) {
            memory.release(pieces.length);
            pieces = NOTHING;
        }
        piecesSize = 0;
    }

    /** Lets go of the present message. */
    void release() {
        releaseInflater();
        releasePieces();
    }
}
