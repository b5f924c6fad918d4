package dev.ringer.internal.http1;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What lending a connection to the application and taking it back costs in itself, when nothing else happens to it. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class LendingBenchmark {
    private final Lending lending = new Lending();

    /** To the application and back. */
    @Benchmark
    public boolean lendAndReturn() {
        lending.lend(true);
        return lending.tryReturn();
    }
}
