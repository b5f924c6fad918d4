package dev.ringer.testkit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

/**
 * The inputs of a fuzz test of {@code src/fuzz}, including all that ever failed, and inputs made from them. The inputs
 * lie where Jazzer expects them. Every build repeats them without Jazzer.
 */
public final class Corpus {
    private static final Path ROOT = Path.of("src/test/resources");

    private final List<byte[]> samples;
    private final byte[][] scraps;

    private Corpus(List<byte[]> samples, byte[][] scraps) {
        this.samples = samples;
        this.scraps = scraps;
    }

    /**
     * Reads a corpus.
     *
     * @param neighbour any class of the fuzz test's package
     * @param test {@code Class/method} of the fuzz test
     * @param scraps pieces of input that {@link #mutated} inserts, separated by bars
     */
    public static Corpus of(Class<?> neighbour, String test, String scraps) {
        String[] words = scraps.split("\\|");
        byte[][] bytes = new byte[words.length][];
        for (int i = 0; i < words.length; i++) {
            bytes[i] = words[i].getBytes(StandardCharsets.ISO_8859_1);
        }
        return of(neighbour, test, bytes);
    }

    /** Reads a corpus like {@link #of(Class, String, String)}, with scraps as bytes. */
    public static Corpus of(Class<?> neighbour, String test, byte[]... scraps) {
        Path folder = ROOT.resolve(neighbour.getPackageName().replace('.', '/')).resolve(test.replace("/", "Inputs/"));
        try (var files = Files.list(folder)) {
            return new Corpus(files.sorted().map(Corpus::read).toList(), scraps);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] read(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public List<byte[]> samples() {
        return samples;
    }

    /**
     * {@return a random sample after one to four changes: each deletes up to three bytes, and inserts a scrap or a copy
     * of the whole}
     */
    public byte[] mutated(Random random) {
        byte[] bytes = samples.get(random.nextInt(samples.size()));
        for (int changes = random.nextInt(4); changes >= 0; changes--) {
            int at = random.nextInt(bytes.length + 1);
            int lost = Math.min(bytes.length - at, random.nextInt(4));
            byte[] scrap = random.nextInt(8) == 0 ? bytes : scraps[random.nextInt(scraps.length)];
            ByteArrayOutputStream mutated = new ByteArrayOutputStream();
            mutated.write(bytes, 0, at);
            mutated.write(scrap, 0, scrap.length);
            mutated.write(bytes, at + lost, bytes.length - at - lost);
            bytes = mutated.toByteArray();
        }
        return bytes;
    }
}
