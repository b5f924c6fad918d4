package dev.ringer.internal.transport;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What it costs a loop to let its own thread run a handler, when the stand-in does not take over. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class LoopStateBenchmark {
    private final LoopState state = new LoopState();

    /** Into a handler and back. */
    @Benchmark
    public boolean enterAndLeave() {
        return state.leave(state.enter());
    }
}
