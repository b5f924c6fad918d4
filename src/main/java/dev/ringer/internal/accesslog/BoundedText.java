package dev.ringer.internal.accesslog;

/** Cuts text from clients and applications to a length that a line may have. */
final class BoundedText {
    /** The most characters of a text, unless it is a target. */
    static final int MAX = 500;

    private static final String CUT = "<TRUNCATED>";

    private BoundedText() {}

    /** Returns a text, cut if it has more than {@link #MAX} characters. */
    static String of(String text) {
        return of(text, MAX);
    }

    /** Returns a text, cut if it has more than {@code length} characters. */
    static String of(String text, int length) {
        return text.length() <= length ? text : text.substring(0, length).concat(CUT);
    }

    /** Whether {@link #of(String)} has cut a text. */
    static boolean isCut(String text) {
        return text.length() > MAX;
    }
}
