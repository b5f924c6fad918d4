package dev.ringer.multipart;

import dev.ringer.internal.bytes.WordScan;
import java.io.IOException;
import java.util.Arrays;

/**
 * Reads content whose delimiter may also follow CR or LF alone.
 *
 * <p>The reader does not copy the bytes that it holds back. As in the strict reader, their kind of line end and the
 * number of bytes after it are enough to restore them.
 */
final class LegacyContentReader implements ContentReader {
    private enum Held {
        NOTHING(""),
        /** The line end that ended the headers. */
        BEFORE(""),
        CR("\r"),
        LF("\n"),
        CR_LF("\r\n");

        private final String lineEnd;

        Held(String lineEnd) {
            this.lineEnd = lineEnd;
        }
    }

    private final byte[] dashBoundary;
    private final Tolerances tolerances;

    private Held held = Held.NOTHING;
    private int matched;

    LegacyContentReader(byte[] dashBoundary, Tolerances tolerances) {
        this.dashBoundary = dashBoundary;
        this.tolerances = tolerances;
    }

    @Override
    public void begin() {
        held = Held.BEFORE;
        matched = 0;
    }

    @Override
    public int resume(byte[] bytes, int from, int to, PartContent content) throws IOException {
        if (held != Held.NOTHING) {
            return resumeHeld(bytes, from, to, content);
        }
        int index = find(bytes, from, to);
        if (index > from) {
            content.slice(bytes, from, index);
            return index;
        }
        held = bytes[from] == '\r' ? Held.CR : Held.LF;
        return from + 1;
    }

    /**
     * Returns the index of the first line end before a boundary, or before the beginning of one that the piece cuts
     * off.
     */
    private int find(byte[] bytes, int from, int to) {
        int index = WordScan.indexOfEither(bytes, from, to, (byte) '\r', (byte) '\n');
        while (index < to) {
            boolean pair = bytes[index] == '\r' && index + 1 < to && bytes[index + 1] == '\n';
            int next = index + (pair ? 2 : 1);
            int length = Math.min(dashBoundary.length, to - next);
            if (Arrays.equals(bytes, next, next + length, dashBoundary, 0, length)) {
                return index;
            }
            index = WordScan.indexOfEither(bytes, next, to, (byte) '\r', (byte) '\n');
        }
        return to;
    }

    private int resumeHeld(byte[] bytes, int from, int to, PartContent content) throws IOException {
        int index = from;
        if (held == Held.CR && matched == 0 && bytes[index] == '\n') {
            held = Held.CR_LF;
            index++;
        }
        while (index < to && !ended() && bytes[index] == dashBoundary[matched]) {
            matched++;
            index++;
        }
        if (ended()) {
            judge();
        } else if (index < to) {
            release(content);
        }
        return index;
    }

    private void judge() throws FormViolationException {
        if (held == Held.CR) {
            tolerances.use(FormViolation.CR_LINE_END);
        } else if (held == Held.LF) {
            tolerances.use(FormViolation.LF_LINE_END);
        }
    }

    private void release(PartContent content) throws IOException {
        int lineEnd = held.lineEnd.length();
        byte[] bytes = new byte[lineEnd + matched];
        for (int index = 0; index < lineEnd; index++) {
            bytes[index] = (byte) held.lineEnd.charAt(index);
        }
        System.arraycopy(dashBoundary, 0, bytes, lineEnd, matched);
        held = Held.NOTHING;
        matched = 0;
        if (bytes.length > 0) {
            content.slice(bytes, 0, bytes.length);
        }
    }

    @Override
    public boolean ended() {
        return matched == dashBoundary.length;
    }
}
