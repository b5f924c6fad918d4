package dev.ringer.files;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.zip.Deflater;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** What the compressing body costs beside the deflater alone: the goal is at most 1.1 times as much. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class CompressionBenchmark {
    private static final String[] WORDS = {"{\"name\":", "\"value\",", "12345", "true,", "[null]", "\n  ", "order", "€ "
    };

    @Param({"4096", "65536", "1048576"})
    int size;

    private final DeflaterPool pool = new DeflaterPool(Deflater.DEFAULT_COMPRESSION, 4);
    private final Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
    private final byte[] output = new byte[8192];
    private byte[] content;

    @Setup
    public void prepare() {
        Random random = new Random(3);
        StringBuilder text = new StringBuilder();
        while (text.length() < size) {
            text.append(WORDS[random.nextInt(WORDS.length)]).append(random.nextInt(1000));
        }
        content = text.toString().getBytes(StandardCharsets.UTF_8);
    }

    @Benchmark
    public int deflaterAlone() {
        deflater.reset();
        deflater.setInput(content);
        deflater.finish();
        int length = 0;
        while (!deflater.finished()) {
            length += deflater.deflate(output);
        }
        return length;
    }

    @Benchmark
    public void wholeBody() throws IOException {
        try (GzipStream stream = new GzipStream(OutputStream.nullOutputStream(), pool.take(), pool, content.length)) {
            stream.write(content);
        }
    }

    @Benchmark
    public void inPiecesOfHundredBytes() throws IOException {
        try (GzipStream stream = new GzipStream(OutputStream.nullOutputStream(), pool.take(), pool, content.length)) {
            for (int from = 0; from < content.length; from += 100) {
                stream.write(content, from, Math.min(100, content.length - from));
            }
        }
    }
}
