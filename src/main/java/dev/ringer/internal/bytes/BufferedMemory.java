package dev.ringer.internal.bytes;

import dev.ringer.internal.time.NanoClock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * The memory account of a server: counts how much memory the server retains for its clients, and limits the sum. The
 * memory is input that no handler has read yet, output that a client does not read, TLS records, and large request
 * heads. A request head counts until its exchange ends; on HTTP/2, until its response has been sent.
 *
 * <p>The sum is the memory of each client ({@link ClientMemory}), plus the spare buffers of the pools. A pooled buffer
 * counts all the time, even while no connection uses it. So a usual request, which only rents buffers and gives them
 * back, does not change the sum.
 *
 * <p>When the sum exceeds the limit, the account drops the spare buffers, if these are enough. Otherwise it evicts
 * connections: their event loops close them, or free a part of their memory. The connection that retains most comes
 * first. Among several that retain about the same, the one that has been silent for longest comes first. An eviction
 * does not interrupt a running handler. If no connection can be evicted, {@link #admits} refuses the next client.
 *
 * <p>Thread-safe. No method waits.
 */
public final class BufferedMemory {
    /**
     * The pause after a check of all connections, as a multiple of the time that the check took. So checks use only a
     * small part of one processor core.
     */
    private static final int PAUSE_PER_CHECK = 10;

    private static final long MIN_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /**
     * The longest pause between two checks, in nanoseconds. A check may take long on a busy machine, but this must not
     * delay the next check by much.
     */
    private static final long MAX_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    /**
     * A step is the memory limit divided by this number. A check evicts until one step is free, because otherwise the
     * next byte would exceed the limit again. After clients have taken one more step, the next check does not wait for
     * the end of the pause.
     *
     * <p>The sum may exceed the limit by one step, plus the memory that one event of each loop takes: a loop evicts
     * connections before its next event.
     */
    private static final int STEPS = 16;

    /**
     * The size of the largest small request, in bytes. Only a call that takes at most this much may use the quarter of
     * the memory limit that is reserved for small requests.
     */
    static final int SMALL = 32 * 1024;

    /** The memory limit divided by this number is reserved for small requests, so that they are seldom refused. */
    private static final int RESERVE = 4;

    private final long max;
    // the most bytes that running handlers may retain; the rest is reserved for small requests
    private final long maxAtWork;
    private final LongSupplier clock;
    private final List<BufferPool<?>> pools = new CopyOnWriteArrayList<>();

    private final AtomicLong taken = new AtomicLong();
    // An estimate, in bytes: the memory that running handlers retained at the last check of all connections, plus the
    // memory taken for handlers since then.
    private final AtomicLong atWork = new AtomicLong();
    private final LongAdder evictions = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private volatile Iterable<? extends Connection> holders = List.of();
    private volatile Consumer<Runnable> later; // runs a task after a short time; null until holders() sets it

    // Fields for the check of all connections, which chooses the ones to evict. The thread that has set `checking` to
    // true owns nextCheck.
    private final AtomicBoolean checking = new AtomicBoolean();
    private long nextCheck;
    // The value of `taken` at the last check of all connections, or a lower value after an eviction.
    private volatile long seen;
    private volatile boolean enough = true; // whether the last check found enough memory that can be freed
    private final AtomicBoolean checkPending = new AtomicBoolean();

    /** A connection from which memory can be taken back, and the event loop to which it belongs. */
    public interface Connection {
        /** Returns how many bytes the server retains for the client. Any thread may call this. */
        long retainedBytes();

        /**
         * Whether the connection can be evicted. True if no exchange is in progress, or if the application waits for
         * the client. False while a handler works on the connection. Any thread may call this. The answer may already
         * be out of date.
         */
        boolean evictable();

        /**
         * Evicts the connection, if that is still possible: closes it, or frees a part of its memory. If the client can
         * still get a response, it gets 503. Called by the connection's loop.
         *
         * @return false if nothing was evicted
         */
        boolean evict();

        /**
         * Runs a task on the connection's loop before the loop handles its next event, because that event might take
         * more memory. Any thread may call this.
         */
        void executeNext(Runnable task);

        /**
         * Returns how long the server has received no bytes from the client and sent none, in units of about a
         * millisecond. Any thread may call this.
         */
        int silence();
    }

    private record Candidate(Connection holder, long retained, int silence) {
        /**
         * Orders connections for eviction: the largest first, and among equals the one that has been silent for
         * longest. Two sizes count as equal if their highest bit is the same.
         */
        static final Comparator<Candidate> ORDER = Comparator.comparingInt(Candidate::bits)
                .thenComparingInt(Candidate::silence)
                .reversed();

        private int bits() {
            return Long.SIZE - Long.numberOfLeadingZeros(retained);
        }
    }

    /**
     * Creates an account in which nothing is counted yet.
     *
     * @param max the most bytes that may be taken; 0 for no limit
     */
    public BufferedMemory(long max) {
        this(max, NanoClock.INSTANCE);
    }

    BufferedMemory(long max, LongSupplier clock) {
        this.max = max == 0 ? Long.MAX_VALUE : max;
        this.maxAtWork = this.max - this.max / RESERVE;
        this.clock = clock;
        this.nextCheck = clock.getAsLong();
    }

    /**
     * Sets the connections that the account may evict, and the function that runs a task later.
     *
     * @param all the server's connections, including those that retain no memory. Any thread may iterate over them
     *     while they change. Each call of {@code iterator()} releases the memory of connections that were garbage
     *     collected.
     * @param later runs a task after a short time, on a thread of an event loop, so the task must not block
     */
    public void holders(Iterable<? extends Connection> all, Consumer<Runnable> later) {
        this.holders = all;
        this.later = later;
    }

    void add(BufferPool<?> pool) {
        pools.add(pool);
    }

    /**
     * Takes memory that the caller needs in any case. If the memory limit is exceeded, evicts connections if possible.
     */
    void take(long bytes) {
        if (taken.addAndGet(bytes) > max) {
            makeRoom();
        }
    }

    /**
     * Takes memory, unless the limit would be exceeded. Before it refuses, evicts connections if possible. Until the
     * event loops have carried out the evictions, the sum may exceed the limit by two steps ({@link #STEPS}). A call
     * for more than {@value #SMALL} bytes is allowed only for a request whose handler is about to run.
     *
     * @return false if the limit would be exceeded, or if too little would be left for small requests. Then nothing is
     *     taken, and a refusal is counted
     */
    boolean tryTake(long bytes) {
        boolean small = bytes <= SMALL;
        // A large amount joins the sum only after it has been allowed: small requests must not be refused for its sake.
        if (small || leavesEnoughForTheSmall(bytes)) {
            if (taken.addAndGet(bytes) <= max || makeRoom() && taken.get() - max <= 2 * (max / STEPS)) {
                return true;
            }
            release(bytes);
            if (!small) {
                atWork.addAndGet(-bytes);
            }
        }
        refused.increment();
        return false;
    }

    /**
     * Takes memory that the caller can do without. Refuses if too little would be left for small requests. Never evicts
     * connections, and counts no refusal.
     */
    boolean tryTakeFree(long bytes) {
        for (long before = taken.get(); before + bytes <= maxAtWork; before = taken.get()) {
            if (taken.compareAndSet(before, before + bytes)) {
                return true;
            }
        }
        return false;
    }

    private boolean leavesEnoughForTheSmall(long bytes) {
        if (tryAddAtWork(bytes)) {
            return true;
        }
        makeRoom(); // this also counts again what running handlers retain
        return tryAddAtWork(bytes);
    }

    private boolean tryAddAtWork(long bytes) {
        if (atWork.addAndGet(bytes) <= maxAtWork || taken.get() + bytes <= maxAtWork) {
            return true;
        }
        atWork.addAndGet(-bytes);
        return false;
    }

    void release(long bytes) {
        taken.addAndGet(-bytes);
    }

    /**
     * Whether the server may go on with a client for which it has just taken memory.
     *
     * @return false if the memory limit is exceeded and no connection can be evicted. Then a refusal is counted
     */
    public boolean admits() {
        if (taken.get() <= max || makeRoom()) {
            return true;
        }
        refused.increment();
        return false;
    }

    /**
     * Returns how much memory the server retains for clients.
     *
     * @return the number of bytes, without the spare buffers of the pools; 0 when all clients have gone
     */
    public long taken() {
        // forEach() makes an iterator, which releases the memory of connections that were garbage collected.
        holders.forEach(holder -> {});
        return Math.max(0, taken.get() - spareBytes());
    }

    /** Returns the number of evictions. An eviction closes a connection, or frees a part of its memory. */
    public long evictions() {
        return evictions.sum();
    }

    /** Returns how often {@link #tryTake} or {@link #admits} has refused memory. */
    public long refused() {
        return refused.sum();
    }

    /**
     * Checks all connections and evicts some, unless the last check is recent. Returns whether the last check found
     * enough memory that can be freed.
     */
    private boolean makeRoom() {
        if (checking.compareAndSet(false, true)) {
            try {
                long begin = clock.getAsLong();
                if (begin - nextCheck >= 0 || taken.get() - seen > max / STEPS) {
                    enough = tryCheck();
                    long end = clock.getAsLong();
                    long pause = Math.max(MIN_PAUSE_NANOS, PAUSE_PER_CHECK * (end - begin));
                    nextCheck = end + Math.min(MAX_PAUSE_NANOS, pause);
                }
            } finally {
                checking.set(false);
            }
        }
        Consumer<Runnable> runner = later;
        if (taken.get() > max && runner != null && checkPending.compareAndSet(false, true)) {
            // Check again later, because an eviction may fail. Otherwise the sum could stay above the limit until a
            // caller takes more memory.
            try {
                runner.accept(this::checkAgain);
            } catch (OutOfMemoryError none) { // no memory for the task: the next caller tries again
                checkPending.set(false);
            }
        }
        return enough;
    }

    private void checkAgain() {
        checkPending.set(false);
        if (taken.get() > max) {
            makeRoom();
        }
    }

    /**
     * Checks all connections. If there is no memory for the check itself, drops the spare buffers of the pools. Returns
     * whether there is enough memory, or will be after the evictions.
     */
    private boolean tryCheck() {
        try {
            return check();
        } catch (OutOfMemoryError none) { // do not throw: the caller has already added its bytes to the account
            for (int i = 0; i < pools.size(); i++) { // unlike an iterator or a lambda, this takes no memory
                pools.get(i).clear();
            }
            seen = taken.get();
            return seen <= max;
        }
    }

    private boolean check() {
        List<Candidate> candidates = new ArrayList<>();
        long retainedAtWork = 0;
        for (Connection holder : holders) {
            long its = holder.retainedBytes();
            if (!holder.evictable()) {
                retainedAtWork += its;
            } else if (its > 0) {
                candidates.add(new Candidate(holder, its, holder.silence()));
            }
        }
        atWork.set(retainedAtWork);
        seen = taken.get();
        long spare = spareBytes();
        long excess = seen - max;
        boolean usesSpare = spare >= excess + max / STEPS;
        if (excess <= 0 || !usesSpare && evictLargest(candidates, excess)) {
            return true;
        }
        pools.forEach(BufferPool::clear);
        return spare >= excess;
    }

    private long spareBytes() {
        long spare = 0;
        for (BufferPool<?> pool : pools) {
            spare += pool.spareBytes();
        }
        return spare;
    }

    private boolean evictLargest(List<Candidate> candidates, long excess) {
        candidates.sort(Candidate.ORDER);
        long found = 0;
        for (int i = 0; i < candidates.size() && found < excess + max / STEPS; i++) {
            found += candidates.get(i).retained();
            evictSoon(candidates.get(i).holder());
        }
        return found >= excess;
    }

    private void evictSoon(Connection holder) {
        holder.executeNext(() -> {
            // While the loop was busy, evictions of other connections may already have freed enough memory.
            boolean tooMuch = taken.get() > max - max / STEPS;
            if (tooMuch && holder.evict()) {
                evictions.increment();
            }
            // Lower `seen`, so that the next check comes after clients have taken one more step of memory.
            seen = Math.min(seen, taken.get());
        });
    }
}
