package dev.ringer.testkit;

/** Names whose {@link String#hashCode} is the same, in normal form and with nothing but token characters. */
public final class CollidingNames {
    private CollidingNames() {}

    /** As many names as asked for, at most 2^16, all of one length. */
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
