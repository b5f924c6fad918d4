package dev.ringer.internal.observe;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/**
 * Makes text safe for the log, because a client may have written a part of it. The result has a limited length. It
 * contains no character that could begin another line, move a terminal's cursor or reverse the direction of reading.
 */
public final class LogText {
    private static final int MAX_LENGTH = 1000;
    private static final int MAX_FAILURES = 64; // the most causes and suppressed exceptions that are printed

    private LogText() {}

    /** Returns the text of an object as one line, escaped and of limited length. */
    public static String line(Object subject) {
        return bounded(String.valueOf(subject), MAX_LENGTH);
    }

    /**
     * Returns a text as one line, escaped. A text of more than {@code maxLength} characters is shortened to that
     * length, and a mark at its end shows this.
     */
    public static String bounded(String text, int maxLength) {
        int end = Math.min(text.length(), maxLength);
        int plain = 0;
        while (plain < end && isPlain(text.charAt(plain))) {
            plain++;
        }
        if (plain == text.length()) {
            return text;
        }
        StringBuilder line = new StringBuilder(end + 16).append(text, 0, plain);
        for (int i = plain; i < end; i++) {
            append(line, text.charAt(i));
        }
        return text.length() > end ? line.append("<TRUNCATED>").toString() : line.toString();
    }

    private static void append(StringBuilder line, char c) {
        switch (c) {
            case '\n' -> line.append("\\n");
            case '\r' -> line.append("\\r");
            case '\t' -> line.append("\\t");
            default -> {
                if (isPlain(c)) {
                    line.append(c);
                } else {
                    line.append("\\u").append(Integer.toHexString(0x1_0000 | c), 1, 5);
                }
            }
        }
    }

    private static boolean isPlain(char c) {
        return c >= ' ' && c < 0x7f || c > 0x7f && isPlainBeyondAscii(c);
    }

    private static boolean isPlainBeyondAscii(char c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL, Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }

    /**
     * Returns an exception whose stack trace is safe to print. This is the exception itself if possible, otherwise a
     * copy with escaped texts.
     */
    static Throwable printable(Throwable failure) {
        return failure == null || isPlain(failure, newSet()) ? failure : copyOf(failure, newSet());
    }

    private static Set<Throwable> newSet() {
        return Collections.newSetFromMap(new IdentityHashMap<>());
    }

    private static boolean isPlain(Throwable failure, Set<Throwable> seen) {
        if (failure == null || seen.contains(failure)) {
            return true;
        }
        String text = failure.toString();
        if (seen.size() == MAX_FAILURES
                || text == null
                || !bounded(text, MAX_LENGTH).equals(text)) {
            return false;
        }
        seen.add(failure);
        for (Throwable suppressed : failure.getSuppressed()) {
            if (!isPlain(suppressed, seen)) {
                return false;
            }
        }
        return isPlain(failure.getCause(), seen);
    }

    private static Throwable copyOf(Throwable failure, Set<Throwable> seen) {
        if (failure == null || seen.size() == MAX_FAILURES || !seen.add(failure)) {
            return null;
        }
        Throwable copy = new EscapedFailure(line(failure.toString()), failure, copyOf(failure.getCause(), seen));
        for (Throwable suppressed : failure.getSuppressed()) {
            Throwable other = copyOf(suppressed, seen);
            if (other != null) {
                copy.addSuppressed(other);
            }
        }
        return copy;
    }

    /** A copy of another exception that prints the same stack trace, but with escaped text. */
    private static final class EscapedFailure extends Throwable {
        private static final long serialVersionUID = 1L;

        EscapedFailure(String text, Throwable original, Throwable cause) {
            super(text, cause, true, true);
            setStackTrace(original.getStackTrace());
        }

        @Override
        public synchronized Throwable fillInStackTrace() {
            return this; // fill in nothing, because this object has the stack trace of the original
        }

        @Override
        public String toString() {
            return getMessage();
        }
    }
}
