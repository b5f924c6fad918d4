package dev.ringer.internal.body;

import dev.ringer.internal.bytes.BufferPool;

/** Buffers that a thread rents only while it reads what has arrived. */
final class ReadBuffers {
    /** The size of each buffer in bytes. */
    static final int SIZE = 64 * 1024;

    static final BufferPool<byte[]> POOL = new BufferPool<>(16, () -> new byte[SIZE]);

    private ReadBuffers() {}
}
