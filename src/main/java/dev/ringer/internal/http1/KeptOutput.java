package dev.ringer.internal.http1;

import dev.ringer.internal.bytes.ClientMemory;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;

/**
 * Bytes of a response that the client has not accepted yet, and for which the handler does not wait. They are on the
 * heap, and leave before the bytes in the output's buffer. The loop sends them, even after the exchange has ended.
 *
 * <p>Guarded by the lock of the connection's output.
 */
final class KeptOutput {
    private final ClientMemory memory;
    private final ArrayDeque<ByteBuffer> parts = new ArrayDeque<>();

    KeptOutput(ClientMemory memory) {
        this.memory = memory;
    }

    /**
     * Moves all bytes out of a buffer. The caller has closed the buffer's chunk, and has taken memory for the bytes.
     */
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
