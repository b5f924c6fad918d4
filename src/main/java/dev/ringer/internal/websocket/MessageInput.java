package dev.ringer.internal.websocket;

import dev.ringer.internal.bytes.BufferPool;
import dev.ringer.internal.protocol.ConnectionTask;
import dev.ringer.internal.time.LimitClock;
import dev.ringer.internal.websocket.frame.CloseCode;
import dev.ringer.internal.websocket.frame.FrameReader;
import dev.ringer.internal.websocket.frame.FrameRefused;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Reads the frames of one WebSocket. While the {@link DeliveryQueue} is full, this class pauses reading, and keeps a
 * copy of the bytes that it has read but not parsed. Between two messages, it retains neither a frame reader nor a
 * message receiver. Owned by the loop thread, unless a comment says otherwise.
 */
final class MessageInput {
    /** After this many bytes from one client, the loop serves other clients. */
    private static final int MAX_BYTES_PER_TURN = 256 * 1024;

    private final WebSocketConnection owner;

    private FrameReader reader; // null between two messages
    private MessageReceiver receiver; // null between two messages

    // the input that waits while reading is paused; null if it is not paused; several threads read this field
    private volatile Rest rest;

    /** Input that was not parsed, and the time at which reading paused. The memory account counts the bytes. */
    private record Rest(byte[] bytes, long since) {}

    MessageInput(WebSocketConnection owner) {
        this.owner = owner;
    }

    /** Handles the bytes that arrived before the connection switched from HTTP to WebSocket. */
    void accept(ByteBuffer received) {
        if (received.hasRemaining()) {
            byte[] bytes = new byte[received.remaining()];
            received.get(bytes);
            receive(bytes, bytes.length);
            owner.output().send();
        }
    }

    /**
     * Reads the bytes that have arrived, at most {@link #MAX_BYTES_PER_TURN}.
     *
     * @return the result of the last read: a number of bytes, or a negative number at the end of the input
     */
    int readTurn() throws IOException {
        BufferPool<byte[]> buffers = owner.shared().inputBuffers;
        byte[] buffer = owner.transport().memory().rent(buffers);
        try {
            int count;
            int total = 0;
            do {
                count = owner.transport().read(buffer, 0, buffer.length);
                if (count > 0) {
                    owner.times().onHeard();
                    receive(buffer, count);
                    total += count;
                }
            } while (isReading() && count == buffer.length && total < MAX_BYTES_PER_TURN);
            return count;
        } finally {
            owner.transport().memory().giveBack(buffers, buffer);
        }
    }

    /** Parses the first {@code count} bytes of an array. If reading must pause, copies the bytes that are left. */
    private void receive(byte[] bytes, int count) {
        if (reader == null) {
            receiver = new MessageReceiver(owner);
            reader = new FrameReader(receiver, owner.compressed());
        }
        try {
            int at = 0;
            receiver.proceed();
            boolean full = mustWait();
            while (at < count && owner.isReceiving() && !full) {
                at = reader.readFrame(bytes, at, count);
                full = mustWait();
            }
            if (owner.isReceiving() && full) {
                pause(Arrays.copyOfRange(bytes, at, count));
            } else if (reader.isIdle()) {
                reader = null;
                receiver = null;
            }
        } catch (FrameRefused refused) {
            owner.fail(refused.fault().code(), refused.fault().text(), refused);
        } catch (MemoryShort refused) {
            owner.fail(CloseCode.TRY_AGAIN_LATER, "", refused);
        }
    }

    /** Whether reading must pause: too many calls wait for the recipient, or a part of the last frame waits. */
    private boolean mustWait() {
        return receiver.waits() || owner.deliveries().isFull();
    }

    private void pause(byte[] kept) {
        owner.transport().memory().take(kept.length);
        rest = new Rest(kept, LimitClock.nanos());
        owner.transport().watchInput(false);
        onDelivered(); // check again, because the recipient may have handled all calls just before reading was paused
    }

    /** Whether the loop reads the client's frames now. */
    boolean isReading() {
        return owner.isReceiving() && !isPaused();
    }

    /** Whether reading is paused because the recipient is slow. Thread-safe. */
    boolean isPaused() {
        return rest != null;
    }

    /** Resumes reading if the {@link DeliveryQueue} is no longer full. Thread-safe. */
    void onDelivered() {
        if (isPaused() && !owner.deliveries().isFull()) {
            owner.transport().loop().execute(new ConnectionTask(owner.transport(), this::goOn));
        }
    }

    private void goOn() {
        Rest resumed = rest;
        if (resumed == null || !owner.isReceiving() || owner.deliveries().isFull()) {
            return;
        }
        byte[] kept = resumed.bytes();
        releaseRest();
        owner.times().onResumed(resumed.since());
        receive(kept, kept.length);
        if (isReading()) {
            owner.transport().watchInput(true);
        }
        owner.deliveries().watch();
        owner.output().send();
    }

    private void releaseRest() {
        Rest released = rest;
        if (released != null) {
            rest = null;
            owner.transport().memory().release(released.bytes().length);
        }
    }

    void release() {
        releaseRest();
        if (receiver != null) {
            receiver.release();
        }
    }
}
