package dev.ringer.internal.http1;

import dev.ringer.internal.bytes.BufferPool;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Large buffers for bodies that are read in small pieces: one system call fetches what many reads need. There are few
 * buffers. A reader that finds none reads without one, so that handlers which stop reading half-way retain little. A
 * handler that forgets its exchange never gives its buffer back. Thread-safe.
 */
final class ReadAheadBuffers {
    /** The size of each buffer in bytes. */
    static final int CAPACITY = 64 * 1024;

    private static final int MAX_RENTED = 16;

    private final BufferPool<ByteBuffer> pool = new BufferPool<>(MAX_RENTED, new Maker());
    private final AtomicInteger rented = new AtomicInteger();

    private static final class Maker implements Supplier<ByteBuffer> {
        @Override
        public ByteBuffer get() {
            return ByteBuffer.allocateDirect(CAPACITY);
        }
    }

    /** Returns an empty buffer, which must be given back; null if too many are in use. */
    ByteBuffer tryRent() {
        if (rented.incrementAndGet() > MAX_RENTED) {
            rented.decrementAndGet();
            return null;
        }
        try {
            return pool.rent().clear();
        } catch (OutOfMemoryError none) { // the reader goes on without a buffer
            rented.decrementAndGet();
            return null;
        }
    }

    /** {@return how many buffers are in use} */
    int rented() {
        return rented.get();
    }

    void release(ByteBuffer buffer) {
        pool.release(buffer);
        rented.decrementAndGet();
    }
}
