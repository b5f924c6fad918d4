package dev.ringer.files;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.Deflater;

/**
 * What the compressing body costs beside the deflater alone; the goal is at most 1.1 times as much. The two take turns in one
 * thread, since on a shared machine separate benchmarks differ by more than what is to be measured.
 */
public final class CompressionCost {
    private static final String[] WORDS = {"{\"name\":", "\"value\",", "12345", "true,", "[null]", "\n  ", "order"};
    private static final int TURNS = 4000;

    private final DeflaterPool pool = new DeflaterPool(Deflater.DEFAULT_COMPRESSION, 1);
    private final Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
    private final byte[] output = new byte[8192];

    private CompressionCost() {}

    /** Prints medians for several sizes. */
    public static void main(String[] arguments) throws IOException {
        for (int size : new int[] {4096, 65536, 262_144}) {
            new CompressionCost().measure(content(size), Math.min(TURNS, 100_000_000 / size));
        }
    }

    private static byte[] content(int size) {
        Random random = new Random(3);
        StringBuilder text = new StringBuilder();
        while (text.length() < size) {
            text.append(WORDS[random.nextInt(WORDS.length)]).append(random.nextInt(1000));
        }
        return text.toString().getBytes(StandardCharsets.US_ASCII);
    }

    private void measure(byte[] content, int turns) throws IOException {
        long[] alone = new long[turns];
        long[] streamed = new long[turns];
        for (int i = 0; i < turns; i++) {
            long start = System.nanoTime();
            deflate(content);
            long between = System.nanoTime();
            stream(content);
            alone[i] = between - start;
            streamed[i] = System.nanoTime() - between;
        }
        Arrays.sort(alone);
        Arrays.sort(streamed);
        System.out.printf(
                "%,d bytes: deflater %.1f us, stream %.1f us, ratio %.3f%n",
                content.length,
                alone[turns / 2] / 1000.0,
                streamed[turns / 2] / 1000.0,
                (double) streamed[turns / 2] / alone[turns / 2]);
    }

    private void deflate(byte[] content) {
        deflater.reset();
        deflater.setInput(content);
        deflater.finish();
        while (!deflater.finished()) {
            deflater.deflate(output);
        }
    }

    private void stream(byte[] content) throws IOException {
        try (GzipStream stream =
                new GzipStream(OutputStream.nullOutputStream(), pool.take(), pool, content.length, () -> {})) {
            stream.write(content);
        }
    }
}
