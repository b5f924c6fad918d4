package dev.ringer.internal.bytes;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;

/**
 * A pool with a limited number of equal buffers, for any number of threads. Renting and giving back a buffer usually
 * take one atomic operation each, no lock and no allocation. {@code docs/scaling.md} has the costs on many cores.
 *
 * <p>The pool is an array of slots. A thread first tries the slot that its thread number selects, so that threads which
 * run at the same time seldom use the same slot. Then the thread tries the other slots. One exception: while there are
 * fewer buffers than processor cores, the thread makes a new buffer, because slots that other cores have written are
 * slow to read.
 *
 * <p>Each slot has a cache line of its own, because threads that write to the same cache line delay each other. The
 * benchmark is {@code SharingBenchmark}.
 *
 * <p>The pool drops a buffer for which it has no free slot. A buffer must not be given back twice. The memory account
 * changes only when the pool makes or drops a buffer.
 *
 * @param <B> the type of the buffers
 */
public final class BufferPool<B> {
    /**
     * The number of references in a cache line. No slot is in the array's first cache line, because that line also has
     * the length of the array, which every thread reads.
     */
    private static final int LINE = 16;

    private final AtomicReferenceArray<B> places;
    private final int mask;
    private final int cores;
    private final int startBits; // a thread begins its search at one of the first 2^startBits slots
    // number of spare and rented buffers, and of buffers that were never given back
    private final AtomicInteger made = new AtomicInteger();
    private final Supplier<B> maker;
    private final BufferedMemory memory;
    private final int bytesEach;

    /**
     * Makes an empty pool.
     *
     * @param size the most buffers that the pool keeps, a power of two
     * @param maker makes a buffer when the pool has none
     * @param memory the memory account that counts all existing buffers
     * @param bytesEach the size of each buffer in bytes
     */
    public BufferPool(int size, Supplier<B> maker, BufferedMemory memory, int bytesEach) {
        this.places = new AtomicReferenceArray<>((size + 1) * LINE);
        this.mask = size - 1;
        this.cores = Math.min(size, Runtime.getRuntime().availableProcessors());
        // startBits is rounded up, so that there is a start slot for each core. More start slots would make a search
        // longer.
        this.startBits = Integer.SIZE - Integer.numberOfLeadingZeros(cores - 1);
        this.maker = maker;
        this.memory = memory;
        this.bytesEach = bytesEach;
        memory.add(this);
    }

    /** Makes an empty pool whose buffers are not counted in any memory account. */
    public BufferPool(int size, Supplier<B> maker) {
        this(size, maker, new BufferedMemory(0), 0);
    }

    /** Rents a buffer, which still contains the data of its last user. */
    public B rent() {
        B spare = takeSpare();
        if (spare != null) {
            return spare;
        }
        B buffer = maker.get();
        made.getAndIncrement();
        memory.take(bytesEach);
        return buffer;
    }

    /**
     * Rents a buffer that the caller can do without. Returns null if the pool has to make one, but {@link
     * BufferedMemory#tryTakeFree} refuses the memory, or the heap has no room.
     */
    B tryRent() {
        B spare = takeSpare();
        if (spare != null || !memory.tryTakeFree(bytesEach)) {
            return spare;
        }
        try {
            B buffer = maker.get();
            made.getAndIncrement();
            return buffer;
        } catch (OutOfMemoryError none) {
            memory.release(bytesEach);
            return null;
        }
    }

    /** Takes a buffer out of its slot. Returns null if the caller has to make a new one. */
    private B takeSpare() {
        int start = startSlot();
        for (int probe = 0; probe <= mask; probe++) {
            int place = place((start + probe) & mask);
            if (places.getPlain(place) != null) {
                B buffer = places.getAndSet(place, null);
                if (buffer != null) {
                    return buffer;
                }
            }
            if (made.getPlain() < cores) {
                break;
            }
        }
        return null;
    }

    /** Gives back a rented buffer, which the caller must not use any more. */
    public void release(B buffer) {
        assert !isSpare(buffer) : "buffer returned twice";
        int start = startSlot();
        for (int probe = 0; probe <= mask; probe++) {
            int place = place((start + probe) & mask);
            if (places.getPlain(place) == null && places.compareAndSet(place, null, buffer)) {
                return;
            }
        }
        drop();
    }

    private void drop() {
        made.getAndDecrement();
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

    /** Returns how many bytes the memory account counts for each buffer. */
    int bytesEach() {
        return bytesEach;
    }

    /** Returns the size of all spare buffers together, in bytes. */
    long spareBytes() {
        long spare = 0;
        for (int slot = 0; slot <= mask; slot++) {
            spare += places.getPlain(place(slot)) == null ? 0 : bytesEach;
        }
        return spare;
    }

    void clear() {
        for (int slot = 0; slot <= mask; slot++) {
            if (places.getPlain(place(slot)) != null && places.getAndSet(place(slot), null) != null) {
                drop();
            }
        }
    }

    private static int place(int slot) {
        return (slot + 1) * LINE;
    }

    /**
     * Returns the slot at which the calling thread begins its search. The numbers of event loop threads are often all
     * odd or all even, because each loop also makes a second thread, the stand-in. So the sum includes higher bits of
     * the number: with the low bits alone, loops would use only every second slot.
     */
    private int startSlot() {
        long number = Thread.currentThread().getId();
        return (int) (number + (number >> startBits)) & (1 << startBits) - 1;
    }
}
