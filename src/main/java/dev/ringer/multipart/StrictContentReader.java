package dev.ringer.multipart;

import dev.ringer.internal.bytes.DelimiterScan;
import java.io.IOException;
import java.util.Arrays;

/**
 * Content whose delimiter is {@code CR LF "--" boundary} and nothing else.
 *
 * <p>What a piece's end cuts off is no more than a beginning of the delimiter, so that counting its bytes is enough to
 * hold it back. Should it turn out to be content, it is handed over as a copy of the delimiter's bytes. Since CR occurs
 * in the delimiter once, no other delimiter can begin within what was held back.
 */
final class StrictContentReader implements ContentReader {
    /** The line end that ended the headers counts as the one of a delimiter that follows at once. */
    private static final int LINE_END = 2;

    private final byte[] delimiter;
    private final DelimiterScan scan;

    private int matched;
    /** How many of the matched bytes were there before the content began. */
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
