package dev.ringer.headers;

/**
 * For comparison: the normal form in one pass, which returns the name itself if it is normal already and otherwise
 * copies it.
 */
final class OnePass {
    private OnePass() {}

    static String normalize(String name) {
        char[] copy = null;
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c == '\r' || c == '\n') {
                throw new IllegalArgumentException("line break in name");
            }
            char normal = normal(c, i);
            if (normal != c) {
                copy = copy == null ? name.toCharArray() : copy;
                copy[i] = normal;
            }
        }
        return copy == null ? name : new String(copy);
    }

    private static char normal(char c, int position) {
        if (position == 0) {
            return c >= 'a' && c <= 'z' ? (char) (c - 0x20) : c;
        }
        return c >= 'A' && c <= 'Z' ? (char) (c + 0x20) : c;
    }
}
