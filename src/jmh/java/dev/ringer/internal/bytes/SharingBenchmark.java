package dev.ringer.internal.bytes;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * What a step costs that several processors take at once, for the calculation of {@code docs/scaling.md}: run it with {@code -t 1} and with
 * {@code -t 2}. Each step is between two pieces of work that touch nothing shared, so that it comes about as often as in requests.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class SharingBenchmark {
    private static final long WORK = 100; // JMH's tokens, of which one takes a nanosecond or two

    private static final int LINE = 16; // references in a line of the processor's cache

    private final AtomicLong counter = new AtomicLong();
    private final LongAdder adder = new LongAdder();
    private final AtomicReferenceArray<Object> slots = new AtomicReferenceArray<>(65 * LINE);
    private final BufferPool<Object> pool = new BufferPool<>(64, Object::new);

    /** One thread's. */
    @State(Scope.Thread)
    public static class Own {
        private final Object buffer = new Object();
        private int number;

        /** Threads are told apart by their number. */
        @Setup
        public void setUp(ThreadParams thread) {
            number = thread.getThreadIndex();
        }
    }

    /** The work around the steps alone, which is to be subtracted. */
    @Benchmark
    public void work() {
        Blackhole.consumeCPU(WORK);
    }

    /** A counter that all threads share. */
    @Benchmark
    public long counter() {
        Blackhole.consumeCPU(WORK);
        return counter.incrementAndGet();
    }

    /** One that is striped. */
    @Benchmark
    public void adder() {
        Blackhole.consumeCPU(WORK);
        adder.increment();
    }

    /** A pool's slot taken and filled again, in a line that other threads' slots share. */
    @Benchmark
    public boolean slotsInALine(Own own) {
        return exchange(own, LINE + own.number);
    }

    /** The same where each slot has a line of its own. */
    @Benchmark
    public boolean slotsApart(Own own) {
        return exchange(own, (1 + own.number) * LINE);
    }

    private boolean exchange(Own own, int slot) {
        Blackhole.consumeCPU(WORK);
        slots.getAndSet(slot, null);
        Blackhole.consumeCPU(WORK);
        return slots.compareAndSet(slot, null, own.buffer);
    }

    /** The pool as it is, in which threads begin at slots that chance gives them. */
    @Benchmark
    public void pool() {
        Blackhole.consumeCPU(WORK);
        Object buffer = pool.rent();
        Blackhole.consumeCPU(WORK);
        pool.release(buffer);
    }
}
