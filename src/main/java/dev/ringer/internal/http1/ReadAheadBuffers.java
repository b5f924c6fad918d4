package dev.ringer.internal.http1;

import dev.ringer.internal.bytes.BufferPool;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * A pool of large buffers for request bodies that handlers read in small pieces: one system call fills a buffer for
 * many reads. There are few buffers, because a handler that stops reading keeps its buffer until its exchange ends. If
 * no buffer is free, a handler reads without one. Thread-safe.
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

    /** Returns an empty buffer, which the caller must release; null if all buffers are in use. */
    ByteBuffer tryRent() {
        if (rented.incrementAndGet() > MAX_RENTED) {
            rented.decrementAndGet();
            return null;
        }
        try {
            return pool.rent().clear();
        } catch (OutOfMemoryError ignored) { // if no direct memory is left, the handler reads without a buffer
            rented.decrementAndGet();
            return null;
        }
    }

    int rented() {
        return rented.get();
    }

    void release(ByteBuffer buffer) {
        pool.release(buffer);
        rented.decrementAndGet();
    }
}
