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
 * Reads the frames of one WebSocket. It parses them in the read buffer until too many messages wait for the recipient.
 * Then it keeps the rest of the buffer and pauses reading. Between messages there is no reader. Owned by the loop
 * thread, except where a comment says otherwise.
 */
final class MessageInput {
    /** Bytes read from one client before the loop serves the others. */
    private static final int MAX_BYTES_PER_TURN = 256 * 1024;

    // fixed
    private final WebSocketConnection connection;

    // owned by the loop thread
    private FrameReader reader; // null between messages

    // shared
    private volatile MessageReceiver receiver; // null between messages
    private volatile Rest rest; // null unless reading is paused because the recipient is slow

    /**
     * Bytes that were read but not parsed yet, counted on the memory account, and the {@link System#nanoTime()} at
     * which reading paused.
     */
    private record Rest(byte[] bytes, long since) {}

    MessageInput(WebSocketConnection connection) {
        this.connection = connection;
    }

    /** Accepts the bytes that arrived before the connection switched to WebSocket. */
    void accept(ByteBuffer received) {
        if (received.hasRemaining()) {
            byte[] bytes = new byte[received.remaining()];
            received.get(bytes);
            receive(bytes, bytes.length);
            connection.output().send();
        }
    }

    /**
     * Reads what has arrived, within the limit of one turn.
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

    /** Parses the first {@code count} bytes of an array. If reading must pause, it copies the rest of them. */
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
     * Whether reading must pause now. The input that the receiver keeps of one frame comes before the next frame, even
     * if the recipient has made room meanwhile.
     */
    private boolean mustWait() {
        return receiver.waits() || connection.deliveries().isFull();
    }

    private void pause(byte[] kept) {
        connection.transport().memory().take(kept.length);
        rest = new Rest(kept, System.nanoTime());
        connection.transport().watchInput(false);
        onDelivered(); // check again: the recipient may have taken all before it could see the pause
    }

    /** Whether reading is paused because the recipient is slow. Any thread. */
    boolean paused() {
        return rest != null;
    }

    /** Resumes reading if the recipient has made room. Any thread. */
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

    /** Releases all memory that the input holds. */
    void release() {
        releaseRest();
        if (receiver != null) {
            receiver.release();
        }
    }
}
