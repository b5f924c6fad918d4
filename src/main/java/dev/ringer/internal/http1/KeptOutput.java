package dev.ringer.internal.http1;

import dev.ringer.internal.bytes.ClientMemory;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;

/**
 * Bytes of a response that a client has not taken yet, and for which the handler does not wait. They lie on the heap,
 * in order, and leave before the bytes in the output's buffer. The loop sends them, also after the end of the exchange.
 *
 * <p>Guarded by the lock of the connection's output.
 */
final class KeptOutput {
    /**
     * The most bytes of one response that are kept, counted as sent. With the bytes in the buffer, this is enough for a
     * response of this size with its head.
     */
    static final int MAX_PER_RESPONSE = 256 * 1024;

    private final ClientMemory memory;
    private final ArrayDeque<ByteBuffer> parts = new ArrayDeque<>();

    KeptOutput(ClientMemory memory) {
        this.memory = memory;
    }

    /** Moves all bytes out of a buffer. The buffer's chunk is closed, and memory has been taken for the bytes. */
    void add(OutputBuffer from) {
        int size = from.size();
        boolean added = false;
        try {
            parts.add(from.copy());
            added = true;
        } finally {
            if (!added) { // the heap is exhausted
                memory.release(size);
            }
        }
        from.clear();
    }

    /** Returns the bytes that leave next; null if nothing is left. */
    ByteBuffer first() {
        return parts.peekFirst();
    }

    /** Drops the bytes that {@link #first} returned. */
    void removeFirst() {
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
