package dev.ringer.internal.accesslog;

/** Cuts texts from clients and applications, so that the lines of the log have a limited length. */
final class BoundedText {
    /** The most characters of a text, except for a request target, which may be longer. */
    static final int MAX = 500;

    private static final String CUT = "<TRUNCATED>";

    private BoundedText() {}

    /** Returns a text. If it has more than {@link #MAX} characters, cuts it and adds a mark. */
    static String of(String text) {
        return of(text, MAX);
    }

    /** Returns a text. If it has more than {@code length} characters, cuts it and adds a mark. */
    static String of(String text, int length) {
        return text.length() <= length ? text : text.substring(0, length).concat(CUT);
    }

    /** Whether a text was cut by {@link #of(String)}. */
    static boolean isCut(String text) {
        return text.length() > MAX;
    }
}
