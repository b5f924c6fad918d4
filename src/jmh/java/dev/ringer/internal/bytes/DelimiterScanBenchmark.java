package dev.ringer.internal.bytes;

import dev.ringer.multipart.BenchmarkBodies;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The search for the delimiter alone, beside a bare search by words for CR, over 10 MiB. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class DelimiterScanBenchmark {
    @Param({"random", "text", "near64", "nearOnly", "cutDelimiters"})
    public String content;

    private byte[] bytes;
    private DelimiterScan scan;

    @Setup
    public void prepare() {
        bytes = BenchmarkBodies.content(content);
        scan = new DelimiterScan(BenchmarkBodies.delimiter());
    }

    @Benchmark
    public int findDelimiter() {
        return scan.find(bytes, 0, bytes.length);
    }

    @Benchmark
    public int findEveryCr() {
        return BenchmarkBodies.countCr(bytes, bytes.length);
    }
}
