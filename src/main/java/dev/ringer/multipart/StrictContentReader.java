package dev.ringer.multipart;

import dev.ringer.internal.bytes.DelimiterScan;
import java.io.IOException;
import java.util.Arrays;

/**
 * Reads content whose delimiter is {@code CR LF "--" boundary} and nothing else.
 *
 * <p>The reader holds back only bytes at the end of a piece that match the beginning of the delimiter, so it is enough
 * to count them. If they turn out to be content, the reader passes on a copy of the delimiter's bytes. CR occurs only
 * once in the delimiter, so no other delimiter can begin within the bytes that are held back.
 */
final class StrictContentReader implements ContentReader {
    /** Length of a line end. The line end after the headers is also that of a delimiter that follows at once. */
    private static final int LINE_END = 2;

    private final byte[] delimiter;
    private final DelimiterScan scan;

    private int matched;
    /** Number of the matched bytes that came before the content. */
    private int before;

    StrictContentReader(byte[] delimiter) {
        this.delimiter = delimiter;
        this.scan = new DelimiterScan(delimiter);
    }

    @Override
    public void begin() {
        matched = LINE_END;
        before = LINE_END;
    }

    @Override
    public int resume(byte[] bytes, int from, int to, PartContent content) throws IOException {
        if (matched > 0) {
            return resumeDelimiter(bytes, from, to, content);
        }
        int index = scan.find(bytes, from, to);
        if (index > from) {
            content.slice(bytes, from, index);
            return index;
        }
        matched = Math.min(delimiter.length, to - from);
        return from + matched;
    }

    private int resumeDelimiter(byte[] bytes, int from, int to, PartContent content) throws IOException {
        int length = Math.min(delimiter.length - matched, to - from);
        if (Arrays.equals(bytes, from, from + length, delimiter, matched, matched + length)) {
            matched += length;
            return from + length;
        }
        int heldBack = matched - before;
        byte[] held = heldBack == 0 ? null : Arrays.copyOfRange(delimiter, before, matched);
        matched = 0;
        before = 0;
        if (held != null) {
            content.slice(held, 0, heldBack);
        }
        return from;
    }

    @Override
    public boolean ended() {
        return matched == delimiter.length;
    }
}
