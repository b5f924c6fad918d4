package dev.ringer.testkit;

import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * The ways to cut bytes into pieces. Each way lists the ends of all pieces but the last, in order. Pieces may be empty.
 * The ways depend on the bytes alone, so every failure can be repeated.
 */
public final class Cuts {
    private Cuts() {}

    /** {@return three ways: a cut before every byte, one random cut, and two to ten random cuts} */
    public static List<int[]> of(byte[] bytes) {
        int[] everywhere = new int[bytes.length];
        Arrays.setAll(everywhere, index -> index);
        Random random = new Random(Arrays.hashCode(bytes));
        return List.of(everywhere, random(bytes, random, 1), random(bytes, random, 2 + random.nextInt(9)));
    }

    private static int[] random(byte[] bytes, Random random, int count) {
        return random.ints(count, 0, bytes.length + 1).sorted().toArray();
    }
}
