package dev.ringer.internal.accesslog;

import dev.ringer.internal.protocol.RequestHead;
import dev.ringer.internal.protocol.Transport;
import dev.ringer.options.AccessLogOptions;
import dev.ringer.options.AccessLogOptions.Format;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Group;
import org.openjdk.jmh.annotations.GroupThreads;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/** The time that 15 threads need to queue a record of the access log while one thread takes the records. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class RecordQueueBenchmark {
    private static final long WORK = 100; // in JMH's tokens, of which one takes a nanosecond or two

    private final RecordQueue queue = new RecordQueue();
    private AccessRecord record;

    /** Makes a record that keeps its request head. */
    @Setup
    public void setUp() throws IOException {
        AccessLog log = AccessLog.open(AccessLogOptions.builder(Format.COMMON).build());
        record = log.begin(answeringZero(RequestHead.class), answeringZero(Transport.class), null);
    }

    private static <T> T answeringZero(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> method.getReturnType() == int.class ? 0 : null));
    }

    /** Adds a record, or finds the queue full. */
    @Benchmark
    @Group("queue")
    @GroupThreads(15)
    public int add() {
        Blackhole.consumeCPU(WORK);
        return queue.add(record);
    }

    /** Takes a record. */
    @Benchmark
    @Group("queue")
    public AccessRecord take() {
        AccessRecord taken = queue.poll();
        if (taken == null) {
            Thread.yield();
        }
        return taken;
    }
}
