package dev.ringer.internal.http1;

import dev.ringer.internal.bytes.ClientMemory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;

/**
 * What a client has not taken yet of a response whose handler does not wait for it: on the heap, in order, before what
 * the output's buffer holds. The loop sends it, also after the end of the exchange.
 *
 * <p>Guarded by the lock of the connection's output.
 */
final class KeptOutput {
    /**
     * So much of one response is kept at the most, in bytes as sent; with what the buffer holds, a response of this size with
     * its head.
     */
    static final int MAX_PER_RESPONSE = 256 * 1024;

    private final ClientMemory memory;
    private final ArrayDeque<ByteBuffer> parts = new ArrayDeque<>();

    KeptOutput(ClientMemory memory) {
        this.memory = memory;
    }

    /** Moves all that a buffer holds, whose chunk is closed, and for which memory has been taken. */
    void add(OutputBuffer from) {
        int size = from.size();
        boolean added = false;
        try {
            parts.add(from.copy());
            added = true;
        } finally {
            if (!added) { // the heap is spent
                memory.release(size);
            }
        }
        from.clear();
    }

    /**
     * Sends as much as the client takes now.
     *
     * @return true if nothing is left
     */
    boolean send(ConnectionOutput output) throws IOException {
        while (!parts.isEmpty()) {
            ByteBuffer first = parts.getFirst();
            output.offer(first);
            if (first.hasRemaining()) {
                return false;
            }
            removeFirst();
        }
        return true;
    }

    private void removeFirst() {
        int size = parts.removeFirst().capacity();
        memory.release(size);
    }

    /** Drops everything. */
    void clear() {
        while (!parts.isEmpty()) {
            removeFirst();
        }
    }
}
