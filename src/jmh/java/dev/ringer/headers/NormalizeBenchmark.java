package dev.ringer.headers;

import com.sun.net.httpserver.Headers;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * The normal form of a name. The JDK gives no access to its own, so it is measured through a look-up in empty headers;
 * {@link #ringerLookup} is the same for Ringer.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class NormalizeBenchmark {
    /** The name as the application writes it. */
    @Param({"Content-length", "Content-Length", "content-length", "CONTENT_LENGTH", "X-tenant-id", "X-Tenant-Id"})
    public String name;

    private final Headers jdk = new Headers();
    private final Headers ringer = new RingerHeaders();

    /** The JDK. */
    @Benchmark
    public boolean jdkLookup() {
        return jdk.containsKey(name);
    }

    /** Ringer, with a look-up as in {@link #jdkLookup}. */
    @Benchmark
    public boolean ringerLookup() {
        return ringer.containsKey(name);
    }

    /** One pass that copies only what is not normal. */
    @Benchmark
    public String onePass() {
        return OnePass.normalize(name);
    }

    /** Ringer. */
    @Benchmark
    public String ringer() {
        return HeaderNames.normalize(name);
    }
}
