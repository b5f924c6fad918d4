package dev.ringer.headers;

import com.sun.net.httpserver.Headers;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/** New headers, four fields, and each value visited: what a typical response asks for. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ResponseHeadersBenchmark {
    /** The JDK. */
    @Benchmark
    public void jdk(Blackhole sink) {
        Headers headers = new Headers();
        fill(headers);
        headers.forEach((name, values) -> values.forEach(value -> {
            sink.consume(name);
            sink.consume(value);
        }));
    }

    /** Ringer. */
    @Benchmark
    public void ringer(Blackhole sink) {
        RingerHeaders headers = new RingerHeaders();
        fill(headers);
        headers.forEachField((name, value) -> {
            sink.consume(name);
            sink.consume(value);
        });
    }

    private static void fill(Headers headers) {
        headers.set("Content-Type", "application/json");
        headers.set("Content-Length", "1234");
        headers.set("Cache-Control", "no-store");
        headers.set("X-Request-Id", "4711");
    }
}
