package dev.ringer.multipart;

import dev.ringer.internal.bytes.DelimiterScan;
import dev.ringer.internal.bytes.WordScan;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Finds the end of a part's content: the delimiter, which is {@code CR LF "--" boundary}. In legacy mode, CR alone or
 * LF alone may replace CR LF. The bytes may arrive in pieces of any size.
 *
 * <p>Call {@link #begin()}, then {@link #resume} until {@link #ended()} returns true. Each call of {@code resume}
 * passes on at most one slice of the content. So the parser can pause after any slice.
 *
 * <p>At the end of a piece, the reader holds back bytes that may be the beginning of a delimiter. It does not copy
 * these bytes. It stores only which line end they begin with, and how many bytes of the boundary follow. A boundary
 * contains no line end, so no other delimiter can begin within the bytes that are held back.
 */
final class ContentReader {
    private enum Held {
        NOTHING(""),
        /** The line end after the headers of the part. It is not content, so the reader never passes it on. */
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
    /** Finds delimiters in strict mode; null in legacy mode, where {@link #find} finds them. */
    private final @Nullable DelimiterScan scan;

    private Held held = Held.NOTHING;
    /** The number of bytes of {@code dashBoundary} that the reader holds back. */
    private int matched;

    /**
     * Makes a reader for the parts of one form.
     *
     * @param delimiter the delimiter, which begins with CR LF and contains no other CR or LF
     */
    ContentReader(byte[] delimiter, Tolerances tolerances) {
        this.dashBoundary = Arrays.copyOfRange(delimiter, 2, delimiter.length);
        this.tolerances = tolerances;
        this.scan = tolerances.legacy() ? null : new DelimiterScan(delimiter);
    }

    /**
     * Prepares for the content of a part. If the content is empty, the line end after the headers also begins the
     * delimiter (RFC 2046 section 5.1.1).
     */
    void begin() {
        held = Held.BEFORE;
        matched = 0;
    }

    /**
     * Reads more of the content, or of the delimiter after it. Returns the index of the first byte that was not
     * consumed. After a complete delimiter, {@link #ended()} returns true.
     */
    int resume(byte[] bytes, int from, int to, PartContent content) throws IOException {
        if (held != Held.NOTHING) {
            return resumeDelimiter(bytes, from, to, content);
        }
        int index = scan == null ? find(bytes, from, to) : scan.find(bytes, from, to);
        if (index > from) {
            content.slice(bytes, from, index);
            return index;
        }
        held = bytes[from] == '\r' ? Held.CR : Held.LF;
        return from + 1;
    }

    /**
     * Returns the index of the first line end that begins a delimiter; {@code to} if there is none. The delimiter may
     * be incomplete at the end of the piece.
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

    private int resumeDelimiter(byte[] bytes, int from, int to, PartContent content) throws IOException {
        int index = from;
        if (held == Held.CR && matched == 0) {
            if (bytes[index] == '\n') {
                held = Held.CR_LF;
                index++;
            } else if (!tolerances.legacy()) {
                release(content);
                return index;
            }
        }
        int length = Math.min(dashBoundary.length - matched, to - index);
        int mismatch = Arrays.mismatch(bytes, index, index + length, dashBoundary, matched, matched + length);
        int equal = mismatch < 0 ? length : mismatch;
        matched += equal;
        index += equal;
        if (ended()) {
            checkLineEnd();
        } else if (index < to) {
            release(content);
        }
        return index;
    }

    private void checkLineEnd() throws FormViolationException {
        if (held == Held.CR) {
            tolerances.use(FormViolation.CR_LINE_END);
        } else if (held == Held.LF) {
            tolerances.use(FormViolation.LF_LINE_END);
        }
    }

    /** Passes on the bytes that the reader has held back. They are content, because no delimiter has followed. */
    private void release(PartContent content) throws IOException {
        String text = held.lineEnd + new String(dashBoundary, 0, matched, StandardCharsets.ISO_8859_1);
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        held = Held.NOTHING;
        matched = 0;
        if (bytes.length > 0) {
            content.slice(bytes, 0, bytes.length);
        }
    }

    boolean ended() {
        return matched == dashBoundary.length;
    }
}
