package dev.ringer.testkit;

/** Makes field names with equal {@link String#hashCode}. The names are valid tokens in normal form. */
public final class CollidingNames {
    private CollidingNames() {}

    /** Returns this many names, at most 2^16, all of the same length. */
    public static String[] of(int count) {
        String[] names = new String[count];
        for (int i = 0; i < count; i++) {
            StringBuilder name = new StringBuilder("X-");
            for (int bit = 0; bit < 16; bit++) {
                name.append((i >> bit & 1) == 0 ? "b_" : "a~");
            }
            names[i] = name.toString();
        }
        return names;
    }
}
