package dev.ringer.internal.transport.tls;

import dev.ringer.internal.bytes.BufferPool;
import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.bytes.ClientMemory;
import java.nio.ByteBuffer;

/**
 * Buffers for encrypted bytes, and for decrypted bytes that do not fit in the caller's buffer. All buffers have the
 * same size: enough for two full records to send, or for the largest record that a peer may send. The JDK accepts
 * records of up to 33,093 bytes, because an old TLS implementation sends such records. The buffers are arrays on the
 * heap, because the JDK encrypts and decrypts arrays without a copy.
 */
final class TlsBuffers {
    static final int CAPACITY = 34 * 1024;

    /** An empty buffer, for calls of the TLS engine without data. */
    static final ByteBuffer EMPTY = ByteBuffer.allocate(0);

    private final BufferPool<ByteBuffer> pool;

    /** The buffer into which the loop reads. It contains no data between two uses. */
    private final ByteBuffer loopBuffer = ByteBuffer.allocate(CAPACITY);

    /** Creates the buffers that all connections of one loop share. */
    TlsBuffers(BufferPool<ByteBuffer> pool) {
        this.pool = pool;
    }

    static BufferPool<ByteBuffer> newPool(BufferedMemory memory) {
        return new BufferPool<>(32, () -> ByteBuffer.allocate(CAPACITY), memory, CAPACITY);
    }

    /** Returns the buffer into which the loop reads. Only the loop may use it. */
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
