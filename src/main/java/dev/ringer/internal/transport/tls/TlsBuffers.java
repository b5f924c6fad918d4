package dev.ringer.internal.transport.tls;

import dev.ringer.internal.bytes.BufferPool;
import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.bytes.ClientMemory;
import java.nio.ByteBuffer;

/**
 * Buffers for ciphertext, and for plaintext that does not fit into the reader's buffer. All buffers have the same size.
 * Two full records of output fit, or the largest record that a peer may send. That has 33,093 bytes, because the JDK
 * accepts such records of an old implementation. The buffers are on the heap, because the JDK encrypts and decrypts
 * arrays without a copy.
 */
final class TlsBuffers {
    /** The size of every buffer, in bytes. */
    static final int CAPACITY = 34 * 1024;

    /** An empty buffer, for calls of the engine that have no data. */
    static final ByteBuffer EMPTY = ByteBuffer.allocate(0);

    private final BufferPool<ByteBuffer> pool;

    /** The buffer that the loop reads into, in use during one read only. */
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
