package dev.ringer.internal.websocket;

import dev.ringer.internal.bytes.BufferPool;
import dev.ringer.internal.protocol.ConnectionTask;
import dev.ringer.internal.websocket.frame.CloseCode;
import dev.ringer.internal.websocket.frame.FrameReader;
import dev.ringer.internal.websocket.frame.FrameRefused;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * What has come on one WebSocket: frames are read where they lie until so many messages wait for the recipient that it must be
 * waited for; the rest is kept then, and nothing more is read. Between messages there is no reader. Owned by the loop, but for
 * what says so.
 */
final class MessageInput {
    /** The most that is read of one client before the loop looks after the others. */
    private static final int MAX_BYTES_PER_TURN = 256 * 1024;

    // fixed
    private final WebSocketConnection connection;

    // the loop's
    private FrameReader reader; // null between messages

    // shared
    private volatile MessageReceiver receiver; // as the reader
    private volatile Rest rest; // null unless nothing is read since the recipient is slow

    /** What was read and is not looked at yet, on the account; and since when, in {@link System#nanoTime()}'s terms. */
    private record Rest(byte[] bytes, long since) {}

    MessageInput(WebSocketConnection connection) {
        this.connection = connection;
    }

    /** Takes what came before the connection spoke WebSocket. */
    void accept(ByteBuffer received) {
        if (received.hasRemaining()) {
            byte[] bytes = new byte[received.remaining()];
            received.get(bytes);
            receive(bytes, bytes.length);
            connection.output().send();
        }
    }

    /**
     * Reads what is there.
     *
     * @return less than 0 at the end of the stream
     */
    int readTurn() throws IOException {
        BufferPool<byte[]> buffers = connection.shared().inputBuffers;
        byte[] buffer = connection.transport().memory().rent(buffers);
        try {
            int count;
            int total = 0;
            do {
                count = connection.transport().read(buffer, 0, buffer.length);
                if (count > 0) {
                    connection.times().onHeard();
                    receive(buffer, count);
                    total += count;
                }
            } while (connection.isReading() && count == buffer.length && total < MAX_BYTES_PER_TURN);
            return count;
        } finally {
            connection.transport().memory().giveBack(buffers, buffer);
        }
    }

    /** Reads what lies at the beginning of an array; what is left of it is copied. */
    private void receive(byte[] bytes, int count) {
        if (reader == null) {
            receiver = new MessageReceiver(connection, connection.deliveries(), connection.limits());
            reader = new FrameReader(receiver, connection.compressed());
        }
        try {
            int at = 0;
            boolean full = mustWait();
            while (at < count && connection.isReceiving() && !full) {
                at = reader.readFrame(bytes, at, count);
                full = mustWait();
            }
            if (connection.isReceiving() && full) {
                pause(Arrays.copyOfRange(bytes, at, count));
            } else if (reader.isIdle()) {
                reader = null;
                receiver = null;
            }
        } catch (FrameRefused refused) {
            connection.fail(refused.fault().code(), refused.fault().text(), refused);
        } catch (MemoryShort refused) {
            connection.fail(CloseCode.TRY_AGAIN_LATER, "", refused);
        }
    }

    /**
     * Whether no more is to be read now. What the receiver keeps of a frame comes before the next one, even where the recipient
     * has made room meanwhile.
     */
    private boolean mustWait() {
        return receiver.waits() || connection.deliveries().isFull();
    }

    private void pause(byte[] kept) {
        connection.transport().memory().take(kept.length);
        rest = new Rest(kept, System.nanoTime());
        connection.transport().watchInput(false);
        onDelivered(); // who has taken all meanwhile may not have seen that it is paused
    }

    /** Whether nothing is read since the recipient is slow. Any thread. */
    boolean paused() {
        return rest != null;
    }

    /** The recipient has taken some. Any thread. */
    void onDelivered() {
        if (paused() && !connection.deliveries().isFull()) {
            connection.transport().loop().execute(new ConnectionTask(connection.transport(), this::goOn));
        }
    }

    private void goOn() {
        Rest resumed = rest;
        if (resumed == null
                || !connection.isReceiving()
                || connection.deliveries().isFull()) {
            return;
        }
        byte[] kept = resumed.bytes();
        releaseRest();
        connection.times().onResumed(resumed.since());
        try {
            if (!receiver.proceed()) {
                pause(kept);
                return;
            }
        } catch (FrameRefused refused) {
            connection.fail(refused.fault().code(), refused.fault().text(), refused);
            return;
        } catch (MemoryShort refused) {
            connection.fail(CloseCode.TRY_AGAIN_LATER, "", refused);
            return;
        }
        receive(kept, kept.length);
        if (!paused() && connection.isReceiving()) {
            connection.transport().watchInput(true);
        }
        connection.deliveries().watch();
        connection.output().send();
    }

    private void releaseRest() {
        Rest released = rest;
        if (released != null) {
            rest = null;
            connection.transport().memory().release(released.bytes().length);
        }
    }

    /** Lets go of all that is here. */
    void release() {
        releaseRest();
        if (receiver != null) {
            receiver.release();
        }
    }
}
