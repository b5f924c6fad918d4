package dev.ringer.multipart;

import dev.ringer.internal.bytes.WordScan;
import java.util.Arrays;

/**
 * Reads the header section of one part, up to its empty line. The bytes may arrive in pieces of any size.
 *
 * <p>If one piece contains the whole section, the reader copies the section only once. Otherwise it gathers the pieces,
 * up to {@link FormOptions#maxPartHeaderBytes()}. Call {@link #resume} until {@link #done()} returns true. Then call
 * {@link #take()}, which returns the section and makes the reader ready for the next part.
 *
 * <pre>
 *     LINE_START ──► IN_LINE ──CR──► LINE_FEED ──► LINE_START
 *         └────────CR──► LAST_LINE_FEED ──► done
 * </pre>
 */
final class HeadReader {
    private enum State {
        LINE_START,
        IN_LINE,
        LINE_FEED,
        LAST_LINE_FEED,
        DONE
    }

    private static final byte[] NONE = {};

    private final FormOptions options;
    private final int maxBytes;
    private final int maxLines;
    private final Tolerances tolerances;

    private State state = State.LINE_START;
    private byte[] section = NONE;
    private int length;
    private int lines;
    private boolean folded;
    /** Whether the previous line ended with LF alone. */
    private boolean afterLineFeed;

    HeadReader(FormOptions options, Tolerances tolerances) {
        this.options = options;
        this.maxBytes = FormOptions.bound(options.maxPartHeaderBytes());
        this.maxLines = FormOptions.bound(options.maxPartHeaderLines());
        this.tolerances = tolerances;
    }

    /** Consumes bytes of the section. Returns the index of the first byte that was not consumed. */
    int resume(byte[] bytes, int from, int to) throws FormException {
        int end = (int) Math.min(to, (long) from + maxBytes - length);
        int index = from;
        while (index < end && state != State.DONE) {
            index = step(bytes, index, end);
        }
        if (state != State.DONE && end < to) {
            throw new FormLimitException(FormLimit.HEADER_BYTES, options);
        }
        append(bytes, from, index);
        return index;
    }

    /** Records that the line before this section ended with LF alone. */
    void afterLineFeed() {
        afterLineFeed = true;
    }

    private int step(byte[] bytes, int index, int to) throws FormException {
        byte value = bytes[index];
        return switch (state) {
            case LINE_START -> onLineStart(value, index);
            case IN_LINE -> onLine(bytes, index, to);
            case LINE_FEED -> onLineFeed(value, index, State.LINE_START);
            case LAST_LINE_FEED -> onLineFeed(value, index, State.DONE);
            case DONE -> index;
        };
    }

    private int onLineStart(byte value, int index) throws FormException {
        if (value == '\r') {
            state = State.LAST_LINE_FEED;
            return index + 1;
        }
        if (value == '\n') {
            tolerances.use(FormViolation.LF_LINE_END);
            state = State.DONE;
            return index + 1;
        }
        if (Characters.isBlank(value)) {
            fold();
        }
        if (++lines > maxLines) {
            throw new FormLimitException(FormLimit.HEADER_LINES, options);
        }
        state = State.IN_LINE;
        return index;
    }

    private void fold() throws FormException {
        if (lines == 0) {
            throw new FormViolationException(FormViolation.HEADER_LINE);
        }
        tolerances.use(FormViolation.HEADER_FOLDED);
        folded = true;
    }

    private int onLine(byte[] bytes, int from, int to) throws FormException {
        int index = WordScan.indexOfControl(bytes, from, to);
        if (index == to) {
            return to;
        }
        switch (bytes[index]) {
            case '\r' -> state = State.LINE_FEED;
            case '\n' -> {
                tolerances.use(FormViolation.LF_LINE_END);
                afterLineFeed = true;
                state = State.LINE_START;
            }
            case '\t' -> state = State.IN_LINE;
            default -> throw new FormViolationException(FormViolation.HEADER_CONTROL);
        }
        return index + 1;
    }

    private int onLineFeed(byte value, int index, State next) throws FormException {
        state = next;
        if (value != '\n' && afterLineFeed && next == State.DONE) {
            throw new FormViolationException(FormViolation.LF_CR_LINE_END);
        }
        afterLineFeed = false;
        if (value == '\n') {
            return index + 1;
        }
        tolerances.use(FormViolation.CR_LINE_END);
        return index;
    }

    private void append(byte[] bytes, int from, int to) {
        int more = to - from;
        if (section.length < length + more) {
            section = Arrays.copyOf(section, Math.max(length + more, Math.min(maxBytes, 2 * length)));
        }
        System.arraycopy(bytes, from, section, length, more);
        length += more;
    }

    boolean done() {
        return state == State.DONE;
    }

    /** Whether no byte of the section has arrived yet. */
    boolean untouched() {
        return length == 0 && state == State.LINE_START;
    }

    byte[] take() {
        int kept = folded ? unfold(section, length) : length;
        byte[] whole = section.length == kept ? section : Arrays.copyOf(section, kept);
        state = State.LINE_START;
        section = NONE;
        length = 0;
        lines = 0;
        folded = false;
        afterLineFeed = false;
        return whole;
    }

    /**
     * Removes the line ends of folded headers (RFC 5322 section 2.2.3), but not the blanks after them. Returns the new
     * length.
     */
    private static int unfold(byte[] bytes, int length) {
        int to = 0;
        for (int index = 0; index < length; index++) {
            if (Characters.isBlank(bytes[index])) {
                to = withoutLineEnd(bytes, to);
            }
            bytes[to++] = bytes[index];
        }
        return to;
    }

    private static int withoutLineEnd(byte[] bytes, int to) {
        int end = to;
        while (end > 0 && (bytes[end - 1] == '\n' || bytes[end - 1] == '\r')) {
            end--;
        }
        return end;
    }
}
