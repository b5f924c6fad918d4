package dev.ringer.internal.transport.tls;

import dev.ringer.internal.bytes.BufferPool;
import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.bytes.ClientMemory;
import java.nio.ByteBuffer;

/**
 * Buffers for ciphertext and for plaintext that did not fit where it was wanted. One size serves all: two full records on
 * their way out, or the largest record that any peer may send (33,093 bytes, of which the JDK accepts those of an old
 * implementation). On the heap, because the JDK encrypts and decrypts arrays without a copy.
 */
final class TlsBuffers {
    /** The size of every buffer, in bytes. */
    static final int CAPACITY = 34 * 1024;

    /** A buffer without room: what an engine is given when there is no data, or must be none. */
    static final ByteBuffer EMPTY = ByteBuffer.allocate(0);

    private final BufferPool<ByteBuffer> pool;

    /** What the loop reads into; in use during one read only. */
    private final ByteBuffer loopBuffer = ByteBuffer.allocate(CAPACITY);

    /**
     * The buffers of one loop's connections.
     *
     * @param pool the server's
     */
    TlsBuffers(BufferPool<ByteBuffer> pool) {
        this.pool = pool;
    }

    static BufferPool<ByteBuffer> newPool(BufferedMemory memory) {
        return new BufferPool<>(32, () -> ByteBuffer.allocate(CAPACITY), memory, CAPACITY);
    }

    /** The loop's own buffer, for use on the loop only. */
    ByteBuffer loopBuffer() {
        return loopBuffer;
    }

    /** An empty buffer, to be given back. Any thread. */
    ByteBuffer rent(ClientMemory memory) {
        return memory.rent(pool).clear();
    }

    void release(ClientMemory memory, ByteBuffer buffer) {
        memory.giveBack(pool, buffer);
    }
}
