package dev.ringer.internal.transport.tls;

import dev.ringer.internal.bytes.BufferPool;
import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.bytes.ClientMemory;
import java.nio.ByteBuffer;

/**
 * Buffers for ciphertext, and for plaintext that does not fit into the reader's buffer. All have one size. It is enough
 * for two full records on their way out, or for the largest record that any peer may send (33,093 bytes: the JDK
 * accepts such records of an old implementation). They are on the heap, because the JDK encrypts and decrypts arrays
 * without a copy.
 */
final class TlsBuffers {
    /** The size of every buffer, in bytes. */
    static final int CAPACITY = 34 * 1024;

    /** A buffer of no bytes, which an engine is given when there is no data, or may be none. */
    static final ByteBuffer EMPTY = ByteBuffer.allocate(0);

    private final BufferPool<ByteBuffer> pool;

    /** The buffer that the loop reads into. It is in use during one read only. */
    private final ByteBuffer loopBuffer = ByteBuffer.allocate(CAPACITY);

    /**
     * Creates the buffers for the connections of one loop.
     *
     * @param pool the server's pool
     */
    TlsBuffers(BufferPool<ByteBuffer> pool) {
        this.pool = pool;
    }

    static BufferPool<ByteBuffer> newPool(BufferedMemory memory) {
        return new BufferPool<>(32, () -> ByteBuffer.allocate(CAPACITY), memory, CAPACITY);
    }

    /** Returns the loop's own buffer, for use on the loop only. */
    ByteBuffer loopBuffer() {
        return loopBuffer;
    }

    /** Rents an empty buffer, which must be given back. Any thread may call this. */
    ByteBuffer rent(ClientMemory memory) {
        return memory.rent(pool).clear();
    }

    void release(ClientMemory memory, ByteBuffer buffer) {
        memory.giveBack(pool, buffer);
    }
}
