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
 * The one account of the memory that a server retains for its clients. This is input that is not used yet, large heads
 * of exchanges in progress (over HTTP/2: whose response has not been sent), TLS records, and output that a client does
 * not read. The account is the sum of what all clients retain ({@link ClientMemory}), and of the spare buffers of the
 * pools. A buffer counts from its creation until the pool has no room for it. So the buffers of a usual request, which
 * come from a pool and go back there, cost the account nothing.
 *
 * <p>When more is taken than the limit allows, the account drops unused buffers, if they are enough. Otherwise it
 * evicts connections. The one that retains most goes first. Among those that retain about the same, it is the one that
 * has been silent for longest. A task on the connection's loop evicts it. An eviction does not interrupt a handler at
 * work. If nothing can be evicted, {@link #admits} refuses the next client.
 *
 * <p>To make this rare, a quarter of the limit is reserved for small requests. If a caller takes more than
 * {@value #SMALL} bytes at once for a handler ({@link #tryTake}), it is refused as soon as handlers at work would
 * retain more than three quarters. So the last quarter is used by small requests, or evicting others frees it.
 *
 * <p>Only in these cases does the account compare the numbers of all connections. It repeats the comparison after a
 * pause, which is so long that comparing takes a small part of one processor. It also repeats it once a sixteenth of
 * the limit has been taken meanwhile.
 *
 * <p>Thread-safe. No method waits.
 */
public final class BufferedMemory {
    /**
     * The pause after a check of all connections, as a multiple of the time that the check took. The pause ends early
     * if much more is taken meanwhile.
     */
    private static final int PAUSE_PER_LOOK = 10;

    private static final long MIN_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** The longest pause, even if a check took long on a busy machine: the result of a check becomes outdated. */
    private static final long MAX_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    /**
     * The number of steps in the limit. A check frees one step more than is needed at once: otherwise the next byte
     * would exceed the limit again. Once a further step has been taken, the next check is due. So the limit may be
     * exceeded by one step, and by what one event of each loop takes: a connection is evicted before the next event of
     * its loop.
     */
    private static final int STEPS = 16;

    /**
     * The most bytes of a small request. A caller that takes no more at once may also use what is reserved for small
     * requests.
     */
    static final int SMALL = 32 * 1024;

    /** The limit divided by this number is reserved for small requests. */
    private static final int RESERVE = 4;

    // fixed
    private final long max;
    private final long maxAtWork; // the most bytes that handlers at work may retain with a large request
    private final LongSupplier clock;
    private final List<Spare> pools = new CopyOnWriteArrayList<>();

    // shared
    private final AtomicLong taken = new AtomicLong();
    // about the bytes that handlers at work retained at the last check, and those taken since
    private final AtomicLong atWork = new AtomicLong();
    private final LongAdder letGo = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private volatile Iterable<? extends Connection> holders = List.of();
    private volatile Consumer<Runnable> later; // null before the connections are known

    // the check of all connections: the thread that sets `looking` owns nextLook
    private final AtomicBoolean looking = new AtomicBoolean();
    private long nextLook;
    private volatile long seen; // bytes taken at the last check, or after its evictions
    private volatile boolean enough = true; // whether the last check could free enough
    private final AtomicBoolean lookingLater = new AtomicBoolean();

    /** A connection that can be evicted, and the loop that it belongs to. */
    public interface Connection {
        /** Returns how many bytes the server retains for the client. Any thread may ask. */
        long retainedBytes();

        /**
         * Whether the connection can be evicted: its loop owns it, or the application waits for its client. Any thread
         * may ask. The answer may be slightly out of date.
         *
         * @return false while a handler is at work on it
         */
        boolean spareable();

        /**
         * Evicts the connection, if that is still possible. The client gets a response with the reason where a response
         * is possible. Called on the loop of the connection.
         *
         * @return false if nothing was evicted
         */
        boolean letGo();

        /**
         * Runs a task on the loop before its next event, so that no event takes more memory first. Any thread may call
         * this.
         *
         * @param task the task
         */
        void executeNext(Runnable task);

        /**
         * Returns the time since the last bytes from the client or to it. Any thread may ask.
         *
         * @return the time in about milliseconds
         */
        int silence();
    }

    /** Spare buffers, which the account counts and may drop. Any thread calls these methods. */
    interface Spare {
        /** Returns how many bytes the spare buffers have. */
        long spareBytes();

        /** Drops the spare buffers. */
        void clear();
    }

    private record Candidate(Connection holder, long held, int silence) {
        /**
         * Puts the largest first. Among those of about the same size, it puts the one first that has been silent for
         * longest.
         */
        static final Comparator<Candidate> ORDER = Comparator.comparingInt(Candidate::bits)
                .thenComparingInt(Candidate::silence)
                .reversed();

        private int bits() {
            return Long.SIZE - Long.numberOfLeadingZeros(held);
        }
    }

    /**
     * Makes an account of which nothing is taken yet.
     *
     * @param max the most bytes that may be taken; 0 for no limit
     */
    public BufferedMemory(long max) {
        this(max, NanoClock.INSTANCE);
    }

    /** Makes an account with a given clock. */
    BufferedMemory(long max, LongSupplier clock) {
        this.max = max == 0 ? Long.MAX_VALUE : max;
        this.maxAtWork = this.max - this.max / RESERVE;
        this.clock = clock;
        this.nextLook = clock.getAsLong();
    }

    /**
     * Sets the connections that may retain memory.
     *
     * @param all the connections, also some that retain nothing. Any thread iterates over them, while they change.
     *     Making an iterator first releases the memory of connections that nobody can reach any more.
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
     * Takes memory that cannot be refused. Evicts others for it if possible.
     *
     * @param bytes the number of bytes
     */
    void take(long bytes) {
        if (taken.addAndGet(bytes) > max) {
            makeRoom();
        }
    }

    /**
     * Takes memory that can be refused. Evicts others for it if possible. A caller that takes more than {@value #SMALL}
     * bytes takes them for a handler that is about to run.
     *
     * @param bytes the number of bytes
     * @return false if there is no memory, or too little would be left for small requests; then nothing has been taken,
     *     and a refusal is counted
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
        makeRoom(); // checks how much they retain now
        return tryAddAtWork(bytes);
    }

    private boolean tryAddAtWork(long bytes) {
        if (atWork.addAndGet(bytes) <= maxAtWork || taken.get() <= maxAtWork) {
            return true;
        }
        atWork.addAndGet(-bytes);
        return false;
    }

    /**
     * Releases memory.
     *
     * @param bytes the number of bytes; all or a part of those taken
     */
    void release(long bytes) {
        taken.addAndGet(-bytes);
    }

    /**
     * Whether a client that has just taken more memory may go on.
     *
     * @return false if too much is taken and nothing can be evicted for it; counted as a refusal
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
        // making the iterator releases the memory of connections that nobody can reach any more
        holders.forEach(holder -> {});
        return Math.max(0, taken.get() - spareBytes());
    }

    /**
     * Returns how often connections were evicted, or a part of what they retain.
     *
     * @return the number since the account was made
     */
    public long letGo() {
        return letGo.sum();
    }

    /**
     * Returns how often memory was refused because nothing could be evicted for it.
     *
     * @return the number since the account was made
     */
    public long refused() {
        return refused.sum();
    }

    // ---- making room

    /** {@return whether there is enough memory, once the chosen connections are evicted} */
    private boolean makeRoom() {
        if (looking.compareAndSet(false, true)) {
            try {
                long begin = clock.getAsLong();
                if (begin - nextLook >= 0 || taken.get() - seen > max / STEPS) {
                    enough = look();
                    long end = clock.getAsLong();
                    long pause = Math.max(MIN_PAUSE_NANOS, PAUSE_PER_LOOK * (end - begin));
                    nextLook = end + Math.min(MAX_PAUSE_NANOS, pause);
                }
            } finally {
                looking.set(false);
            }
        }
        Consumer<Runnable> runner = later;
        if (taken.get() > max && runner != null && lookingLater.compareAndSet(false, true)) {
            // An eviction may fail, so check again later. Otherwise its connection would stay until somebody takes
            // more.
            runner.accept(this::lookAgain);
        }
        return enough;
    }

    private void lookAgain() {
        lookingLater.set(false);
        if (taken.get() > max) {
            makeRoom();
        }
    }

    private boolean look() {
        List<Candidate> candidates = new ArrayList<>();
        long heldAtWork = 0;
        for (Connection holder : holders) {
            long its = holder.retainedBytes();
            if (!holder.spareable()) {
                heldAtWork += its;
            } else if (its > 0) {
                candidates.add(new Candidate(holder, its, holder.silence()));
            }
        }
        atWork.set(heldAtWork);
        seen = taken.get();
        long spare = spareBytes();
        long excess = seen - max;
        boolean usesSpare = spare >= excess + max / STEPS;
        if (excess <= 0 || !usesSpare && tellLargest(candidates, excess)) {
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

    private boolean tellLargest(List<Candidate> candidates, long excess) {
        candidates.sort(Candidate.ORDER);
        long found = 0;
        for (int i = 0; i < candidates.size() && found < excess + max / STEPS; i++) {
            found += candidates.get(i).held();
            tell(candidates.get(i).holder());
        }
        return found >= excess;
    }

    private void tell(Connection holder) {
        holder.executeNext(() -> {
            // Earlier evictions may have been enough while the loop was busy.
            boolean tooMuch = taken.get() > max - max / STEPS;
            if (tooMuch && holder.letGo()) {
                letGo.increment();
            }
            seen = Math.min(seen, taken.get()); // the next check is due as soon as it is too much again
        });
    }
}
