package dev.ringer.internal.transport.tls;

import dev.ringer.internal.bytes.BufferPool;
import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.bytes.ClientMemory;
import java.nio.ByteBuffer;

/**
 * Buffers for ciphertext, and for plaintext that does not fit into the reader's buffer. All buffers have the same size.
 * A buffer has space for two full records of output, or for the largest record that a peer may send. The JDK accepts
 * records of 33,093 bytes, which an old implementation sends. The buffers are on the heap, because the JDK encrypts and
 * decrypts arrays without a copy.
 */
final class TlsBuffers {
    /** The size of every buffer, in bytes. */
    static final int CAPACITY = 34 * 1024;

    /** An empty buffer, for calls of the engine that have no data. */
    static final ByteBuffer EMPTY = ByteBuffer.allocate(0);

    private final BufferPool<ByteBuffer> pool;

    /** The buffer that the loop reads into. It has no data between two reads. */
    private final ByteBuffer loopBuffer = ByteBuffer.allocate(CAPACITY);

    /** Creates the buffers for the connections of one loop. */
    TlsBuffers(BufferPool<ByteBuffer> pool) {
        this.pool = pool;
    }

    static BufferPool<ByteBuffer> newPool(BufferedMemory memory) {
        return new BufferPool<>(32, () -> ByteBuffer.allocate(CAPACITY), memory, CAPACITY);
    }

    /** Returns the buffer of the loop. Only the loop may use it. */
    ByteBuffer loopBuffer() {
        return loopBuffer;
    }

    /** Rents an empty buffer, which the caller must release. Any thread may call this. */
    ByteBuffer rent(ClientMemory memory) {
        return memory.rent(pool).clear();
    }

    void release(ClientMemory memory, ByteBuffer buffer) {
        memory.giveBack(pool, buffer);
    }
}
