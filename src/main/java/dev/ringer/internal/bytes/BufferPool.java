package dev.ringer.internal.bytes;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;

/**
 * A bounded pool of equal buffers for any number of threads.
 *
 * <p>The pool is a small array of slots. A thread looks first where its own number points, so that threads seldom meet,
 * then at all others: one thread may rent what another gives back. Each slot has a line of the processor's cache to itself,
 * since threads that write to one line wait for each other as if it were one slot: kept by {@code slotsInALine} and
 * {@code slotsApart} of {@code SharingBenchmark}. Renting and giving back are one atomic exchange each, without a lock and
 * without garbage. What does not fit is left to the garbage collector, so that a burst never becomes a permanent cost. A
 * buffer must be given back at most once. What exists is counted where it is made and where it is left, so that renting and
 * giving back usually cost no count.
 *
 * @param <B> the kind of buffer
 */
public final class BufferPool<B> {
    /** References in a line of the processor's cache; the first line has the array's length, which every thread reads. */
    private static final int LINE = 16;

    private final AtomicReferenceArray<B> places;
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
        this.places = new AtomicReferenceArray<>((size + 1) * LINE);
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
            int place = place((start + probe) & mask);
            if (places.getPlain(place) != null) {
                B buffer = places.getAndSet(place, null);
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
        assert !isSpare(buffer) : "given back twice";
        int start = startSlot();
        for (int probe = 0; probe <= mask; probe++) {
            int place = place((start + probe) & mask);
            if (places.getPlain(place) == null && places.compareAndSet(place, null, buffer)) {
                return;
            }
        }
        memory.release(bytesEach);
    }

    private boolean isSpare(B buffer) {
        for (int slot = 0; slot <= mask; slot++) {
            if (places.getPlain(place(slot)) == buffer) {
                return true;
            }
        }
        return false;
    }

    /** The size of each buffer, as the account has it. */
    int bytesEach() {
        return bytesEach;
    }

    /** How much memory the buffers take that nobody uses. */
    long spareBytes() {
        long spare = 0;
        for (int slot = 0; slot <= mask; slot++) {
            spare += places.getPlain(place(slot)) == null ? 0 : bytesEach;
        }
        return spare;
    }

    /** Leaves the buffers that nobody uses to the garbage collector. */
    void clear() {
        for (int slot = 0; slot <= mask; slot++) {
            if (places.getPlain(place(slot)) != null && places.getAndSet(place(slot), null) != null) {
                memory.release(bytesEach);
            }
        }
    }

    private static int place(int slot) {
        return (slot + 1) * LINE;
    }

    private static int startSlot() {
        return System.identityHashCode(Thread.currentThread()) >>> 4;
    }
}
