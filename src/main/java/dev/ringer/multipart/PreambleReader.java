package dev.ringer.multipart;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Finds the first {@code --boundary} of a form, and checks the preamble before it. Whenever a byte equals the last byte
 * of the boundary, the reader compares the bytes before it with the boundary. Each object reads one preamble.
 *
 * <p>A boundary in the middle of a line is a violation. If this class skipped such a boundary, it could skip parts that
 * another parser sees.
 */
final class PreambleReader {
    /** CR LF, two dashes and the boundary. */
    private final byte[] delimiter;

    private final int length;
    private final Tolerances tolerances;

    /** The last bytes that were read, in which the boundary may have begun. */
    private final byte[] recent;

    private int recentEnd;
    private long position;
    private long lineStart;
    /** The position of the first non-blank byte of the current line; -1 if there is none. */
    private long textStart = -1;

    /** The violation in the line end before the current line; null if there is none. */
    private @Nullable FormViolation lineEnd;

    private boolean afterCr;
    private boolean found;

    PreambleReader(byte[] delimiter, Tolerances tolerances) {
        this.delimiter = delimiter;
        this.length = delimiter.length - 2;
        this.recent = new byte[2 * length];
        this.tolerances = tolerances;
    }

    /**
     * Consumes bytes up to the end of the first boundary. Returns the index of the first byte that was not consumed.
     */
    int resume(byte[] bytes, int from, int to) throws FormViolationException {
        for (int index = from; index < to; index++) {
            byte value = bytes[index];
            if (endsBoundary(value)) {
                judge(position - length + 1);
                found = true;
                return index + 1;
            }
            track(value);
            position++;
        }
        return to;
    }

    private boolean endsBoundary(byte value) {
        if (recentEnd == recent.length) {
            System.arraycopy(recent, recentEnd - length, recent, 0, length);
            recentEnd = length;
        }
        recent[recentEnd++] = value;
        return value == delimiter[delimiter.length - 1]
                && recentEnd >= length
                && Arrays.equals(recent, recentEnd - length, recentEnd, delimiter, 2, delimiter.length);
    }

    private void track(byte value) {
        if (value == '\n') {
            startLine(position + 1, afterCr ? null : FormViolation.LF_LINE_END);
        } else if (afterCr) {
            startLine(position, FormViolation.CR_LINE_END);
        }
        if (textStart < 0 && !Characters.isBlank(value) && value != '\r' && value != '\n') {
            textStart = position;
        }
        afterCr = value == '\r';
    }

    private void startLine(long at, @Nullable FormViolation after) {
        lineStart = at;
        lineEnd = after;
        textStart = -1;
    }

    private void judge(long start) throws FormViolationException {
        if (start != lineStart) {
            boolean blank = textStart == start;
            tolerances.use(blank ? FormViolation.WHITESPACE_BEFORE_BOUNDARY : FormViolation.NO_CRLF_AFTER_PREAMBLE);
        } else if (lineEnd != null) {
            tolerances.use(lineEnd);
        }
    }

    boolean found() {
        return found;
    }
}
