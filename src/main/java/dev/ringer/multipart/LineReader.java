package dev.ringer.multipart;

/**
 * Iterates over the lines of a part's header section, after {@link HeadReader} has checked the section. Lines may end
 * with CRLF, LF or CR.
 */
final class LineReader {
    private final byte[] bytes;
    private int from;
    private int to;
    private int colon;
    private int next;

    LineReader(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Moves to the next line. Returns false at the empty line that ends the section. */
    boolean next() {
        from = next;
        int index = from;
        colon = -1;
        while (index < bytes.length && bytes[index] != '\r' && bytes[index] != '\n') {
            if (bytes[index] == ':' && colon < 0) {
                colon = index;
            }
            index++;
        }
        to = index;
        next = index + (index + 1 < bytes.length && bytes[index] == '\r' && bytes[index + 1] == '\n' ? 2 : 1);
        return to > from;
    }

    int from() {
        return from;
    }

    /** Returns the index of the line's first colon, which ends the header's name; -1 if the line has no colon. */
    int colon() {
        return colon;
    }

    int valueFrom() {
        return Characters.skipBlanks(bytes, colon + 1, to);
    }

    int valueTo() {
        return Characters.trimBlanks(bytes, valueFrom(), to);
    }
}
