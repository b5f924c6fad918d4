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
 * The one account of the memory that a server keeps for its clients: what has come and is not used yet, large heads
 * of exchanges that have not ended (over HTTP/2: whose response has not left), records of TLS, output that a client
 * does not take. It is the sum of what each of them keeps ({@link ClientMemory}), and of the spare buffers of the
 * pools: a buffer counts from its making until the pool has no room for it, so that the buffers of a usual request,
 * which come from a pool and go back there, cost the account nothing.
 *
 * <p>When more is taken than may be, buffers that nobody uses go if they are enough, else the connection that holds most, and of those
 * that hold about as much the one that has been silent for longest: each is told by a task of its loop. A handler at work is not
 * interrupted. Where nothing can be let go, {@link #admits} says no to the next one.
 *
 * <p>So that it seldom comes to this, a quarter is kept for the small: who takes more than {@value #SMALL} bytes at once for a handler
 * ({@link #tryTake}) is refused as soon as handlers at work would hold more than three quarters. The last quarter can then be had
 * again by letting others go, or holds what small requests need.
 *
 * <p>Only then the numbers of all connections are compared, as seldom as that takes a small part of one processor, or once a sixteenth
 * of the limit has been taken meanwhile.
 *
 * <p>Thread-safe; nothing here waits.
 */
public final class BufferedMemory {
    /** After a look, so many times as long passes until the next one, unless much more is taken meanwhile. */
    private static final int PAUSE_PER_LOOK = 10;

    private static final long MIN_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** The longest pause, even if a look took long on a busy machine: what it has found is not true for ever. */
    private static final long MAX_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    /**
     * This part of the limit is made free beyond what is needed at once, or the next byte would be one too many again; and
     * once so much more is taken, the next look is due. So the limit may be exceeded by one such part, and by what an event
     * of each loop takes: those who are told to go do so before the next event of theirs.
     */
    private static final int STEPS = 16;

    /** Who takes no more than this at once may also have what is kept for the small. */
    static final int SMALL = 32 * 1024;

    /** This part of the limit is kept for the small. */
    private static final int RESERVE = 4;

    // fixed
    private final long max;
    private final long maxAtWork; // what handlers at work may hold if one more is not small
    private final LongSupplier clock;
    private final List<BufferPool<?>> pools = new CopyOnWriteArrayList<>();

    // shared
    private final AtomicLong taken = new AtomicLong();
    private final AtomicLong atWork = new AtomicLong(); // held by handlers at the last look and taken since, about
    private final LongAdder letGo = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private volatile Iterable<? extends Connection> holders = List.of();
    private volatile Consumer<Runnable> later; // null before somebody may hold memory

    // of who looks
    private final AtomicBoolean looking = new AtomicBoolean();
    private long nextLook;
    private volatile long seen; // how much was taken at the last look, or when those had gone whom it told to
    private volatile boolean enough = true; // what the last look has found
    private final AtomicBoolean lookingLater = new AtomicBoolean();

    /** Who can be let go, and the loop that it belongs to. */
    public interface Connection {
        /**
         * What is kept for the client.
         *
         * @return the same one for the life of the connection
         */
        ClientMemory memory();

        /**
         * Whether it can be let go: its loop owns it, or the application waits for its client. Any thread, so that it may be of a
         * moment ago.
         *
         * @return false while a handler is at work on it
         */
        boolean spareable();

        /**
         * Lets it go, if it still can be: with an answer that says why where there can be one, else without. On its loop.
         *
         * @return false if nothing was let go
         */
        boolean letGo();

        /**
         * Runs something on the loop before its next event, so that no event takes more meanwhile. Any thread.
         *
         * @param task what to run
         */
        void executeNext(Runnable task);

        /**
         * For how long nothing has come from the client or gone to it. Any thread.
         *
         * @return about milliseconds
         */
        int silence();
    }

    private record Candidate(Connection holder, long held, int silence) {
        /** The largest first, and of those of about one size the one that has been silent for longest. */
        static final Comparator<Candidate> ORDER = Comparator.comparingInt(Candidate::bits)
                .thenComparingInt(Candidate::silence)
                .reversed();

        private int bits() {
            return Long.SIZE - Long.numberOfLeadingZeros(held);
        }
    }

    /**
     * An account of which nothing is taken yet.
     *
     * @param max how much may be taken, in bytes; 0 for no limit
     */
    public BufferedMemory(long max) {
        this(max, NanoClock.INSTANCE);
    }

    /** An account with a clock of one's own. */
    BufferedMemory(long max, LongSupplier clock) {
        this.max = max == 0 ? Long.MAX_VALUE : max;
        this.maxAtWork = this.max - this.max / RESERVE;
        this.clock = clock;
        this.nextLook = clock.getAsLong();
    }

    /**
     * Says who may hold memory.
     *
     * @param all gone through by any thread, while it changes; those that hold nothing may be among them. Who begins to go through
     *     them has given back what was held by connections that nobody can reach any more.
     * @param later runs a task in a short time, on a thread on which it may not wait
     */
    public void holders(Iterable<? extends Connection> all, Consumer<Runnable> later) {
        this.holders = all;
        this.later = later;
    }

    /** The spare buffers of a pool go where they are enough. */
    void add(BufferPool<?> pool) {
        pools.add(pool);
    }

    // ---- taking

    /**
     * Takes memory which must be had; others are let go for it where they can be.
     *
     * @param bytes how much
     */
    void take(long bytes) {
        if (taken.addAndGet(bytes) > max) {
            makeRoom();
        }
    }

    /**
     * Takes memory for somebody who can do without: others are let go for it where they can be. Who takes more than {@value #SMALL}
     * bytes is about to have a handler.
     *
     * @param bytes how much
     * @return false if there is no more, or too little is left for the small; then nothing has been taken, and a refusal is counted
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
        makeRoom(); // looks how much it is now
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
     * Gives memory back.
     *
     * @param bytes as much as was taken, or a part of it
     */
    void release(long bytes) {
        taken.addAndGet(-bytes);
    }

    /**
     * Whether somebody may go on who has just taken more.
     *
     * @return false if too much is taken and nobody can be let go for it; counted as a refusal
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
     * How much is kept for clients.
     *
     * @return bytes, without the spare buffers of the pools; 0 when all clients have gone
     */
    public long taken() {
        holders.forEach(holder -> {}); // which gives back what was held by those that nobody can reach any more
        return Math.max(0, taken.get() - spareBytes());
    }

    /**
     * How many holders have been let go.
     *
     * @return a number since the account was opened
     */
    public long letGo() {
        return letGo.sum();
    }

    /**
     * How many have been refused since nobody could be let go for them.
     *
     * @return a number since the account was opened
     */
    public long refused() {
        return refused.sum();
    }

    // ---- making room

    /** {@return whether there is enough, as soon as those have gone who have been told to} */
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
            runner.accept(
                    this::lookAgain); // or who has been told to go and could not would stay until somebody takes more
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
            long its = holder.memory().bytes();
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
            boolean tooMuch = taken.get() > max - max / STEPS; // or those before were enough, while its loop was busy
            if (tooMuch && holder.letGo()) {
                letGo.increment();
            }
            seen = Math.min(seen, taken.get()); // the next look is due as soon as it is too much again
        });
    }
}
