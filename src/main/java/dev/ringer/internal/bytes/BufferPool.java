package dev.ringer.internal.bytes;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;

/**
 * A bounded pool of equal buffers for any number of threads.
 *
 * <p>The pool is a small array of slots. A thread looks first where its own number points, so that threads seldom meet,
 * then at all others: one thread may rent what another gives back. Renting and giving back are one atomic exchange each,
 * without a lock and without garbage. What does not fit is left to the garbage collector, so that a burst never becomes a
 * permanent cost. A buffer must be given back at most once. What exists is counted where it is made and where it is left, so
 * that renting and giving back usually cost no count.
 *
 * @param <B> the kind of buffer
 */
public final class BufferPool<B> {
    private final AtomicReferenceArray<B> slots;
    private final int mask;
    private final Supplier<B> maker;
    private final BufferedMemory memory;
    private final int bytesEach;

    /**
     * An empty pool.
     *
     * @param size how many buffers it keeps, a power of two
     * @param maker makes a buffer when the pool has none
     * @param memory counts the buffers that there are
     * @param bytesEach the size of each buffer
     */
    public BufferPool(int size, Supplier<B> maker, BufferedMemory memory, int bytesEach) {
        this.slots = new AtomicReferenceArray<>(size);
        this.mask = size - 1;
        this.maker = maker;
        this.memory = memory;
        this.bytesEach = bytesEach;
        memory.add(this);
    }

    /**
     * An empty pool of which nobody keeps account.
     *
     * @param size how many buffers it keeps, a power of two
     * @param maker makes a buffer when the pool has none
     */
    public BufferPool(int size, Supplier<B> maker) {
        this(size, maker, new BufferedMemory(0), 0);
    }

    /**
     * Takes a buffer, which still holds what its last user left in it.
     *
     * @return a buffer that no other user has
     */
    public B rent() {
        int start = startSlot();
        for (int probe = 0; probe <= mask; probe++) {
            int slot = (start + probe) & mask;
            if (slots.getPlain(slot) != null) {
                B buffer = slots.getAndSet(slot, null);
                if (buffer != null) {
                    return buffer;
                }
            }
        }
        B made = maker.get();
        memory.take(bytesEach);
        return made;
    }

    /**
     * Returns a buffer.
     *
     * @param buffer what {@link #rent()} gave; not to be used by the caller any more
     */
    public void release(B buffer) {
        int start = startSlot();
        for (int probe = 0; probe <= mask; probe++) {
            int slot = (start + probe) & mask;
            if (slots.getPlain(slot) == null && slots.compareAndSet(slot, null, buffer)) {
                return;
            }
        }
        memory.release(bytesEach);
    }

    /** Counts a buffer no longer that will not be given back, since somebody may still use it for nothing. */
    public void forget() {
        memory.release(bytesEach);
    }

    /** How much memory the buffers take that nobody uses. */
    long spareBytes() {
        long spare = 0;
        for (int slot = 0; slot <= mask; slot++) {
            spare += slots.getPlain(slot) == null ? 0 : bytesEach;
        }
        return spare;
    }

    /** Leaves the buffers that nobody uses to the garbage collector. */
    void clear() {
        for (int slot = 0; slot <= mask; slot++) {
            if (slots.getPlain(slot) != null && slots.getAndSet(slot, null) != null) {
                memory.release(bytesEach);
            }
        }
    }

    private static int startSlot() {
        return System.identityHashCode(Thread.currentThread()) >>> 4;
    }
}
