package dev.ringer.testkit;

import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * The ways to cut bytes into pieces. Each is given as the ends of all pieces but the last, in order; there may be empty
 * pieces. They depend on the bytes alone, so that every finding can be repeated.
 */
public final class Cuts {
    private Cuts() {}

    /** {@return cuts after every byte, at one random place, and at a few} */
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
