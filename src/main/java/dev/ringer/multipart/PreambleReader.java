package dev.ringer.multipart;

/**
 * Finds the first {@code --boundary} of a form and judges what stands before it, byte by byte: there is hardly ever
 * anything. Linear time (Knuth, Morris and Pratt) on any preamble. Used once.
 *
 * <p>A boundary that does not begin a line is found too, because a reader that passes over it would lose parts that
 * another reader sees.
 */
final class PreambleReader {
    private enum LineEnd {
        PROPER,
        CR,
        LF
    }

    /** Holds the delimiter: the dashes begin after its line end. */
    private final byte[] delimiter;

    private final int length;
    private final Tolerances tolerances;

    private int[] borders;
    private int matched;
    private long position;
    private long lineStart;
    private long textStart = -1;
    private LineEnd lineEnd = LineEnd.PROPER;
    private boolean afterCr;
    private boolean found;

    PreambleReader(byte[] delimiter, Tolerances tolerances) {
        this.delimiter = delimiter;
        this.length = delimiter.length - 2;
        this.tolerances = tolerances;
    }

    /** Consumes bytes up to and with the first boundary; returns the index of the first one not consumed. */
    int resume(byte[] bytes, int from, int to) throws FormViolationException {
        for (int index = from; index < to; index++) {
            byte value = bytes[index];
            advance(value);
            if (matched == length) {
                judge(position - length + 1);
                found = true;
                return index + 1;
            }
            track(value);
            position++;
        }
        return to;
    }

    private void advance(byte value) {
        while (matched > 0 && value != delimiter[2 + matched]) {
            if (borders == null) {
                borders = borders();
            }
            matched = borders[matched];
        }
        matched += value == delimiter[2 + matched] ? 1 : 0;
    }

    private void track(byte value) {
        if (value == '\n') {
            startLine(position + 1, afterCr ? LineEnd.PROPER : LineEnd.LF);
        } else if (afterCr) {
            startLine(position, LineEnd.CR);
        }
        if (textStart < 0 && !Characters.isBlank(value) && value != '\r' && value != '\n') {
            textStart = position;
        }
        afterCr = value == '\r';
    }

    private void startLine(long at, LineEnd after) {
        lineStart = at;
        lineEnd = after;
        textStart = -1;
    }

    private void judge(long start) throws FormViolationException {
        if (start != lineStart) {
            boolean blank = textStart == start;
            tolerances.use(blank ? FormViolation.WHITESPACE_BEFORE_BOUNDARY : FormViolation.NO_CRLF_AFTER_PREAMBLE);
        } else if (lineEnd == LineEnd.LF) {
            tolerances.use(FormViolation.LF_LINE_END);
        } else if (lineEnd == LineEnd.CR) {
            tolerances.use(FormViolation.CR_LINE_END);
        }
    }

    /** By the number of bytes matched: how many of them still match when the next one does not. */
    private int[] borders() {
        int[] table = new int[length + 1];
        int border = 0;
        for (int index = 1; index < length; index++) {
            while (border > 0 && delimiter[2 + index] != delimiter[2 + border]) {
                border = table[border];
            }
            border += delimiter[2 + index] == delimiter[2 + border] ? 1 : 0;
            table[index + 1] = border;
        }
        return table;
    }

    boolean found() {
        return found;
    }
}
