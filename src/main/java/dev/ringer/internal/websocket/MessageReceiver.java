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
 * Makes messages from the frames of a client. This class decompresses messages, checks that texts are valid UTF-8, and
 * answers pings. It either joins the pieces of a message or delivers each piece as it arrives. It takes memory only for
 * data that has arrived, never for a length that the client has only declared. Owned by the loop thread.
 */
final class MessageReceiver implements FrameHandler {
    private static final int MIN_CAPACITY = 1024;
    private static final int MAX_CAPACITY = Integer.MAX_VALUE - 8;
    private static final byte[] NOTHING = {};

    /** The approximate memory of a decompressor outside the heap, in bytes: a window of 32 KiB, and its state. */
    private static final int INFLATER_SIZE = 40 * 1024;

    private final WebSocketConnection owner;
    private final WebSocketShared shared;
    private final ClientMemory memory;
    private final DeliveryQueue deliveries;
    private final long maxSize;
    private final boolean fragments;

    // state of the current message
    private boolean text;
    private boolean deflated;
    private long size; // octets of the message so far, after decompression
    private int utf8; // result of Utf8.check for the text so far
    private MessageInflater inflater; // decompressor; null until data of a compressed message has arrived
    private boolean waits; // whether input waits in the decompressor because the recipient is slow
    private int kept; // size of the waiting input in bytes; the memory account counts it
    // The octets of the current message that were not delivered yet. If messages are delivered in pieces, these are
    // only the octets of an incomplete character.
    private byte[] pieces = NOTHING;
    private int piecesSize;

    MessageReceiver(WebSocketConnection owner) {
        this.owner = owner;
        shared = owner.shared();
        memory = owner.transport().memory();
        deliveries = owner.deliveries();
        maxSize = owner.limits().maxMessageBytes();
        fragments = owner.limits().fragments();
    }

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
            inflate();
        }
    }

    @Override
    public void onControl(int opcode, byte[] payload) {
        switch (opcode) {
            case Opcode.PING -> {
                if (owner.isTalking()) {
                    owner.output().addPong(payload);
                }
            }
            case Opcode.PONG -> {
                if (payload.length > 0) { // empty pongs answer the server's own pings, not the application's
                    deliveries.add(Delivery.pong(payload));
                }
            }
            default -> owner.onClose(payload);
        }
    }

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
                    if (inflater.atEnd()) {
                        releaseInflater();
                        accept(NOTHING, 0, 0, true);
                    }
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

    private void releaseInflater() {
        if (inflater != null) {
            shared.inflaters.release(inflater.inflater());
            inflater = null;
            releaseKept();
            memory.release(INFLATER_SIZE);
        }
    }

    private void releaseKept() {
        memory.release(kept);
        kept = 0;
        waits = false;
    }

    /** Whether input waits for a slow recipient. If so, {@link #proceed} must be called before the next frame. */
    boolean waits() {
        return waits;
    }

    /** Decompresses the input that waits for a slow recipient, if any. Some of it may have to wait again. */
    void proceed() {
        if (waits) {
            releaseKept();
            inflate();
        }
    }

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
        if (end < to) { // keep the octets of an incomplete character for the next piece
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

    /** Enlarges the array by at least half, because smaller steps would copy the earlier pieces too often. */
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

    private void releasePieces() {
        if (pieces.length > 0) {
            memory.release(pieces.length);
            pieces = NOTHING;
        }
        piecesSize = 0;
    }

    void release() {
        releaseInflater();
        releasePieces();
    }
}
