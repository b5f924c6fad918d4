package dev.ringer.internal.http1.codec;

/** Reads comma-separated lists of tokens (RFC 9110, 5.6.1), and classifies single bytes. */
final class Tokens {
    private Tokens() {}

    interface ListVisitor {
        void element(byte[] bytes, int from, int to);
    }

    /** Visits the elements of a comma-separated list, without the white space around them. Skips empty elements. */
    static void forEach(byte[] bytes, int from, int to, ListVisitor visitor) {
        int at = from;
        while (at < to) {
            int begin = at;
            while (at < to && bytes[at] != ',') {
                at++;
            }
            int end = at++;
            while (begin < end && isBlank(bytes[begin])) {
                begin++;
            }
            while (end > begin && isBlank(bytes[end - 1])) {
                end--;
            }
            if (begin < end) {
                visitor.element(bytes, begin, end);
            }
        }
    }

    static boolean isBlank(byte b) {
        return b == ' ' || b == '\t';
    }

    static boolean isLineEnd(byte b) {
        return b == '\r' || b == '\n';
    }

    static boolean isControl(byte b) {
        return b >= 0 && b < ' ' || b == 0x7f;
    }

    /** Whether the bytes spell a word, ignoring case. The word has only lower-case letters, digits and hyphens. */
    static boolean spells(byte[] bytes, int from, int to, String word) {
        if (to - from != word.length()) {
            return false;
        }
        for (int i = 0; i < word.length(); i++) {
            int b = bytes[from + i];
            if (b >= 'A' && b <= 'Z') {
                b += 0x20;
            }
            if (b != word.charAt(i)) {
                return false;
            }
        }
        return true;
    }
}
