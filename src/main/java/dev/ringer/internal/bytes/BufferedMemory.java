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
 * The account: the sum of the memory that a server retains for its clients, and its limit. Such memory is input that no
 * handler has read yet, output that a client does not read, TLS records, and large request heads. A head counts until
 * its exchange ends, and on HTTP/2 until the response has been sent.
 *
 * <p>The sum consists of one number for each client ({@link ClientMemory}) and of the spare buffers of the pools. A
 * pooled buffer counts from its creation until the pool drops it. So a usual request does not change the sum: its
 * buffers come from a pool and go back to the pool.
 *
 * <p>When the sum exceeds the limit, the account drops spare buffers. If that is not enough, it evicts connections,
 * each by a task on the loop of the connection. It evicts the connection that retains most. Among connections that
 * retain about the same, it evicts the connection that has been silent for longest. An eviction does not interrupt a
 * running handler. If no connection can be evicted, {@link #admits} refuses the next client.
 *
 * <p>To make such refusals rare, a quarter of the limit is reserved for small requests. {@link #tryTake} refuses more
 * than {@value #SMALL} bytes if running handlers would then retain more than three quarters of the limit. So only small
 * requests, or connections that can be evicted, use the last quarter.
 *
 * <p>Only in these cases does the account check all connections. It pauses for a multiple of the time that the check
 * took, so that checks use a small part of one processor. The pause ends early if callers take a sixteenth of the limit
 * meanwhile.
 *
 * <p>Thread-safe. No method waits.
 */
public final class BufferedMemory {
    /** The pause after a check of all connections, as a multiple of the time that the check took. */
    private static final int PAUSE_PER_CHECK = 10;

    private static final long MIN_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /**
     * The longest pause. On a busy machine, a check may take long. With a longer pause, its result would be outdated.
     */
    private static final long MAX_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    /**
     * The number of steps into which the limit is divided. A check frees one step more than is needed now. Otherwise
     * the next byte would exceed the limit again. Once callers have taken a further step, the next check is due. So the
     * sum may exceed the limit by one step, plus the memory that one event of each loop takes. Evictions run before the
     * next event of a loop.
     */
    private static final int STEPS = 16;

    /**
     * The most bytes of a small request. A caller that takes at most this many bytes at once may use the reserved
     * quarter.
     */
    static final int SMALL = 32 * 1024;

    /** The limit divided by this number is reserved for small requests. */
    private static final int RESERVE = 4;

    // never change after construction
    private final long max;
    private final long maxAtWork; // the most bytes that running handlers may retain if one of the requests is large
    private final LongSupplier clock;
    private final List<Spare> pools = new CopyOnWriteArrayList<>();

    // used by several threads
    private final AtomicLong taken = new AtomicLong();
    // Estimate, in bytes: the memory that running handlers retained at the last check, plus the memory taken for
    // handlers since then.
    private final AtomicLong atWork = new AtomicLong();
    private final LongAdder letGo = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private volatile Iterable<? extends Connection> holders = List.of();
    private volatile Consumer<Runnable> later; // runs a later check; null until holders() has set the connections

    // the check of all connections: the thread that has set `checking` owns nextCheck
    private final AtomicBoolean checking = new AtomicBoolean();
    private long nextCheck;
    // Bytes that were taken at the last check; fewer once its evictions have released memory
    private volatile long seen;
    private volatile boolean enough = true; // whether the last check could free enough
    private final AtomicBoolean checkPending = new AtomicBoolean();

    /** A connection that can be evicted, and the loop that it belongs to. */
    public interface Connection {
        /** Returns how many bytes the server retains for the client. Any thread may ask. */
        long retainedBytes();

        /**
         * Whether the connection can be evicted. It can if its loop owns it, or if the application waits for its
         * client. It cannot while a handler works on it. Any thread may ask. The answer may be slightly out of date.
         */
        boolean spareable();

        /**
         * Evicts the connection, if that is still possible. If the client can still get a response, it gets 503. Called
         * on the loop of the connection.
         *
         * @return false if nothing was evicted
         */
        boolean letGo();

        /**
         * Runs a task on the loop before its next event, so that no event takes more memory first. Any thread may call
         * this.
         */
        void executeNext(Runnable task);

        /**
         * Returns the time since the last bytes from the client or to it, in about milliseconds. Any thread may ask.
         */
        int silence();
    }

    /** Spare buffers, which the account counts and may drop. Any thread calls these methods. */
    interface Spare {
        /** Returns how many bytes the spare buffers have. */
        long spareBytes();

        void clear();
    }

    private record Candidate(Connection holder, long retained, int silence) {
        /**
         * Orders the connections for eviction. The connection that retains most is first. Among connections that retain
         * about the same, the connection that has been silent for longest is first.
         */
        static final Comparator<Candidate> ORDER = Comparator.comparingInt(Candidate::bits)
                .thenComparingInt(Candidate::silence)
                .reversed();

        private int bits() {
            return Long.SIZE - Long.numberOfLeadingZeros(retained);
        }
    }

    /**
     * Makes an account on which nothing counts yet.
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
     * Sets the connections that may retain memory.
     *
     * @param all the server's connections, including connections that retain no memory. Any thread may iterate over
     *     them while the connections change. A new iterator first releases the memory of connections that were garbage
     *     collected.
     * @param later runs a task after a short time, on a thread that the task must not block
     */
    public void holders(Iterable<? extends Connection> all, Consumer<Runnable> later) {
        this.holders = all;
        this.later = later;
    }

    /** Adds a pool whose spare buffers the account may drop. */
    void add(Spare pool) {
        pools.add(pool);
    }

    // ---- taking

    /**
     * Takes memory without asking, because the caller needs it in any case. Evicts connections to free memory, if
     * possible.
     */
    void take(long bytes) {
        if (taken.addAndGet(bytes) > max) {
            makeRoom();
        }
    }

    /**
     * Takes memory that the account may refuse. Evicts connections to free memory, if possible. A caller that takes more
     * than {@value #SMALL} bytes takes them for a request whose handler is about to run.
     *
     * @return false if there is no memory, or if too little memory would be left for small requests. The account has
     *     then taken nothing, and has counted a refusal
     */
    boolean tryTake(long bytes) {
        boolean thereIs = taken.addAndGet(bytes) <= max || makeRoom() && taken.get() - max <= 2 * (max / STEPS);
        if (thereIs && (bytes <= SMALL || leavesEnoughForTheSmall(bytes))) {
            return true;
        }
        release(bytes);
        refused.increment();
        return false;
    }

    private boolean leavesEnoughForTheSmall(long bytes) {
        if (tryAddAtWork(bytes)) {
            return true;
        }
        makeRoom(); // also counts again how much memory running handlers retain
        return tryAddAtWork(bytes);
    }

    private boolean tryAddAtWork(long bytes) {
        if (atWork.addAndGet(bytes) <= maxAtWork || taken.get() <= maxAtWork) {
            return true;
        }
        atWork.addAndGet(-bytes);
        return false;
    }

    /** Releases all memory that was taken, or a part of it. */
    void release(long bytes) {
        taken.addAndGet(-bytes);
    }

    /**
     * Whether the server may go on with a client for which it has just taken memory.
     *
     * @return false if too much memory is taken and no connection can be evicted; the account has then counted a
     *     refusal
     */
    public boolean admits() {
        if (taken.get() <= max || makeRoom()) {
            return true;
        }
        refused.increment();
        return false;
    }

    // ---- for tests and operators

    /**
     * Returns the memory that the server retains for clients.
     *
     * @return bytes, without the spare buffers of the pools; 0 when all clients have gone
     */
    public long taken() {
        // a new iterator releases the memory of connections that were garbage collected
        holders.forEach(holder -> {});
        return Math.max(0, taken.get() - spareBytes());
    }

    /** Returns the number of evictions. An eviction ends a connection, or frees part of the memory that it retains. */
    public long letGo() {
        return letGo.sum();
    }

    /** Returns how often the account refused memory because no connection could be evicted. */
    public long refused() {
        return refused.sum();
    }

    // ---- making room

    /** Evicts connections if a check is due. Returns whether there is enough memory after these evictions. */
    private boolean makeRoom() {
        if (checking.compareAndSet(false, true)) {
            try {
                long begin = clock.getAsLong();
                if (begin - nextCheck >= 0 || taken.get() - seen > max / STEPS) {
                    enough = check();
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
            // An eviction may fail. Without a later check, the account would stay above its limit until a caller takes
            // more memory.
            runner.accept(this::checkAgain);
        }
        return enough;
    }

    private void checkAgain() {
        checkPending.set(false);
        if (taken.get() > max) {
            makeRoom();
        }
    }

    private boolean check() {
        List<Candidate> candidates = new ArrayList<>();
        long retainedAtWork = 0;
        for (Connection holder : holders) {
            long its = holder.retainedBytes();
            if (!holder.spareable()) {
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
        pools.forEach(Spare::clear);
        return spare >= excess;
    }

    private long spareBytes() {
        long spare = 0;
        for (Spare pool : pools) {
            spare += pool.spareBytes();
        }
        return spare;
    }

    private boolean evictLargest(List<Candidate> candidates, long excess) {
        candidates.sort(Candidate.ORDER);
        long found = 0;
        for (int i = 0; i < candidates.size() && found < excess + max / STEPS; i++) {
            found += candidates.get(i).retained();
            evict(candidates.get(i).holder());
        }
        return found >= excess;
    }

    private void evict(Connection holder) {
        holder.executeNext(() -> {
            // Earlier evictions may have been enough while the loop was busy.
            boolean tooMuch = taken.get() > max - max / STEPS;
            if (tooMuch && holder.letGo()) {
                letGo.increment();
            }
            seen = Math.min(seen, taken.get()); // the next check is due as soon as callers have taken too much again
        });
    }
}
