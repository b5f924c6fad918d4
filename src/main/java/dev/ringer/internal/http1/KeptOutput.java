package dev.ringer.internal.http1;

import dev.ringer.internal.bytes.ClientMemory;
import dev.ringer.internal.protocol.FileRegion;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;

/**
 * Keeps bytes of a response that the client does not accept yet, so that the handler need not wait. The bytes are in
 * arrays on the heap, and a file may follow as the end of the response. The loop sends both before the bytes in the
 * output's buffer, even after the exchange has ended.
 *
 * <p>Guarded by the lock of the connection's output.
 */
final class KeptOutput {
    private final ClientMemory memory;
    private final ArrayDeque<ByteBuffer> parts = new ArrayDeque<>(2);
    private FileRegion file; // sent after the arrays, as the end of the response; null if there is none

    KeptOutput(ClientMemory memory) {
        this.memory = memory;
    }

    /** Moves all bytes out of a buffer in which no chunk is open. The caller has reserved memory for the bytes. */
    void add(OutputBuffer from) {
        int size = from.size();
        try {
            parts.add(from.copy());
        } catch (Throwable failure) { // an OutOfMemoryError was thrown
            memory.release(size);
            throw failure;
        }
        from.clear();
    }

    /** Adds a file, which is the rest of the response. */
    void add(FileRegion rest) {
        file = rest;
    }

    /** Returns the file to send after the arrays; null if there is none. */
    FileRegion file() {
        return file;
    }

    void dropFile() {
        if (file != null) {
            file.close();
            file = null;
        }
    }

    /** Returns the bytes to send next; null if no arrays are left. */
    ByteBuffer first() {
        return parts.peekFirst();
    }

    /** Drops the bytes that {@link #first} returned. */
    void removeFirst() {
        int size = parts.removeFirst().capacity();
        memory.release(size);
    }

    void clear() {
        dropFile();
        while (!parts.isEmpty()) {
            removeFirst();
        }
    }
}
