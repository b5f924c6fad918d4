package dev.ringer.internal.http1;

import dev.ringer.internal.bytes.ClientMemory;
import dev.ringer.internal.protocol.FileRegion;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;

/**
 * Bytes of a response that the client has not accepted yet, and for which the handler does not wait. These bytes are on
 * the heap, or in a file that follows the bytes on the heap. They leave before the bytes in the output's buffer. The
 * loop sends them, even after the exchange has ended.
 *
 * <p>Guarded by the lock of the connection's output.
 */
final class KeptOutput {
    private final ClientMemory memory;
    private final ArrayDeque<ByteBuffer> parts = new ArrayDeque<>(2);
    private FileRegion file; // leaves after the parts, as the end of the response; null for none

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

    /** Adds a file that is the rest of the response. */
    void add(FileRegion rest) {
        file = rest;
    }

    /** Returns the file that leaves after the other bytes; null if there is none. */
    FileRegion file() {
        return file;
    }

    /** Drops the file. */
    void dropFile() {
        if (file != null) {
            file.close();
            file = null;
        }
    }

    /** Returns the bytes that leave next; null if no bytes are left on the heap. */
    ByteBuffer first() {
        return parts.peekFirst();
    }

    /** Drops the bytes that {@link #first} returned. */
    void removeFirst() {
        int size = parts.removeFirst().capacity();
        memory.release(size);
    }

    /** Drops all bytes and the file. */
    void clear() {
        dropFile();
        while (!parts.isEmpty()) {
            removeFirst();
        }
    }
}
