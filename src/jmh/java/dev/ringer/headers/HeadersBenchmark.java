package dev.ringer.headers;

import com.sun.net.httpserver.Headers;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Reading and setting one of nine fields. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class HeadersBenchmark {
    /** The name as the application writes it. */
    @Param({"Content-length", "Content-Length", "content-length", "CONTENT_LENGTH", "X-Tenant-Id"})
    public String name;

    private final Headers jdk = new Headers();
    private final Headers compact = new RingerHeaders();
    private final Headers linked = RingerHeaders.over(new LinkedHashMap<>());
    private final Map<String, List<String>> onePass = new HashMap<>();

    /** Sets all fields. */
    @Setup
    public void fill() {
        for (Headers headers : List.of(jdk, compact, linked)) {
            headers.set("Date", "Sat, 21 Nov 2026 00:00:00 GMT");
            headers.set("Server", "example");
            headers.set("Content-Type", "text/plain; charset=utf-8");
            headers.set("Cache-Control", "no-store");
            headers.set("Content-Length", "1234");
            headers.set("CONTENT_LENGTH", "1234");
            headers.set("X-Tenant-Id", "4711");
            headers.set("Vary", "accept-encoding");
            headers.set("ETag", "\"abcdef\"");
        }
        onePass.putAll(jdk);
    }

    /** The JDK. */
    @Benchmark
    public String getFirstJdk() {
        return jdk.getFirst(name);
    }

    /** One pass that copies only what is not normal, and a hash map. */
    @Benchmark
    public String getFirstOnePass() {
        return onePass.get(OnePass.normalize(name)).get(0);
    }

    /** Ringer over its compact map. */
    @Benchmark
    public String getFirstRinger() {
        return compact.getFirst(name);
    }

    /** Ringer over a linked hash map. */
    @Benchmark
    public String getFirstRingerLinked() {
        return linked.getFirst(name);
    }

    /** The JDK. */
    @Benchmark
    public void setJdk() {
        jdk.set(name, "1234");
    }

    /** Ringer over its compact map. */
    @Benchmark
    public void setRinger() {
        compact.set(name, "1234");
    }

    /** Ringer over a linked hash map. */
    @Benchmark
    public void setRingerLinked() {
        linked.set(name, "1234");
    }
}
