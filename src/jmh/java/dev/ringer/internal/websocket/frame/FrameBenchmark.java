package dev.ringer.internal.websocket.frame;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What a frame costs between the socket and the message: to unmask it, and to check its text; by words and by octets. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(1)
public class FrameBenchmark {
    @Param({"125", "16384"})
    private int size;

    private byte[] payload;
    private int key = 0x3d21fa37;

    /** Fills the payload with ASCII. */
    @org.openjdk.jmh.annotations.Setup
    public void fill() {
        payload = new byte[size];
        Arrays.fill(payload, (byte) 'a');
    }

    /** As it is done. */
    @Benchmark
    public int maskByWords() {
        key = Masking.apply(payload, 0, size, key);
        return key;
    }

    /** As the RFC says it. */
    @Benchmark
    public byte[] maskByOctets() {
        for (int i = 0; i < payload.length; i++) {
            payload[i] ^= (byte) (key >>> 8 * (i & 3));
        }
        return payload;
    }

    /** As it is done. */
    @Benchmark
    public int checkAscii() {
        byte[] text = payload;
        return Utf8.check(Utf8.COMPLETE, text, 0, size);
    }
}
