package dev.ringer.internal.names;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Recognising the names of a browser's request in its bytes; the score is that of one name. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class KnownNamesBenchmark {
    private static final int NAMES = 16;

    private static final String HEAD = """
            Host:Connection:Cache-Control:sec-ch-ua:sec-ch-ua-mobile:sec-ch-ua-platform:Upgrade-Insecure-Requests:\
            User-Agent:Accept:Sec-Fetch-Site:Sec-Fetch-Mode:Sec-Fetch-User:Sec-Fetch-Dest:Accept-Encoding:\
            Accept-Language:Cookie:""";

    private final byte[] head = HEAD.getBytes(ISO_8859_1);
    private final int[] ends = ends();

    private int[] ends() {
        int[] ends = new int[NAMES];
        int count = 0;
        for (int i = 0; i < head.length; i++) {
            if (head[i] == ':') {
                ends[count++] = i;
            }
        }
        return ends;
    }

    /** All names of the head. */
    @Benchmark
    @OperationsPerInvocation(NAMES)
    public int bytes() {
        int sum = 0;
        int begin = 0;
        for (int end : ends) {
            sum += KnownNames.indexOf(head, begin, end);
            begin = end + 1;
        }
        return sum;
    }
}
