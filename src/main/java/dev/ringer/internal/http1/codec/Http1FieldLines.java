package dev.ringer.internal.http1.codec;

import dev.ringer.internal.bytes.TokenScan;
import dev.ringer.internal.bytes.WordScan;
import dev.ringer.internal.http.TrailerRule;
import dev.ringer.internal.names.FieldLines;
import dev.ringer.internal.names.KnownNames;
import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;

/**
 * The field lines of a head or a trailer section, as HTTP/1 sends them. This object owns a copy of the bytes. It makes
 * the string of a name or a value only when a caller asks for that string. Immutable.
 */
class Http1FieldLines implements FieldLines {
    private static final int OFFSET_BITS = 24;
    private static final int OFFSET_MASK = (1 << OFFSET_BITS) - 1;

    private final byte[] bytes;
    private final int[] lines;

    /**
     * Makes an object that owns the given arrays.
     *
     * @param bytes the field lines, each with its line end, and the empty line after them
     * @param lines for each field line, a value of {@link #packed}
     */
    Http1FieldLines(byte[] bytes, int[] lines) {
        this.bytes = bytes;
        this.lines = lines;
    }

    /**
     * Packs two values of a field line into one number: the index of its name in {@link KnownNames}, or
     * {@link KnownNames#UNKNOWN}, and its offset, which is less than 16 MiB. The ends of the name and the value are not
     * stored, because code rarely needs them and can search for them again. Benchmark: {@code HeadBenchmark.take}.
     */
    static int packed(int knownName, int offset) {
        return knownName << OFFSET_BITS | offset;
    }

    static int knownNameOf(int packed) {
        return packed >> OFFSET_BITS;
    }

    private static int offsetOf(int packed) {
        return packed & OFFSET_MASK;
    }

    /** Returns these lines without the fields that are not allowed in a trailer section. */
    final FieldLines inTrailers() {
        int[] allowed = IntStream.range(0, lines.length)
                .filter(line -> TrailerRule.allows(this, line))
                .map(line -> lines[line])
                .toArray();
        return allowed.length == 0 ? NONE : new Http1FieldLines(bytes, allowed);
    }

    /** Whether a field may continue on the next line (RFC 9112, 5.2). Only the legacy mode accepts such fields. */
    boolean mayBeFolded() {
        return false;
    }

    @Override
    public final int count() {
        return lines.length;
    }

    @Override
    public final int knownName(int line) {
        return knownNameOf(lines[line]);
    }

    @Override
    public final String name(int line) {
        int known = knownName(line);
        return known >= 0 ? KnownNames.name(known) : normalName(line);
    }

    private String normalName(int line) {
        int begin = nameBegin(line);
        byte[] name = new byte[nameEnd(begin) - begin];
        for (int i = 0; i < name.length; i++) {
            name[i] = normal(bytes[begin + i], i);
        }
        return new String(name, StandardCharsets.ISO_8859_1);
    }

    @Override
    public final boolean hasName(int line, String normalName) {
        int known = knownName(line);
        if (known >= 0) {
            return KnownNames.name(known).equals(normalName);
        }
        int begin = nameBegin(line);
        int length = nameEnd(begin) - begin;
        if (length != normalName.length()) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (normal(bytes[begin + i], i) != normalName.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns a byte of a field name in normal form: the first letter of the name in upper case, the others in lower
     * case.
     */
    private static byte normal(byte letter, int position) {
        if (position == 0) {
            return letter >= 'a' && letter <= 'z' ? (byte) (letter - 0x20) : letter;
        }
        return letter >= 'A' && letter <= 'Z' ? (byte) (letter + 0x20) : letter;
    }

    /** Returns the index in {@link #bytes()} at which a line begins. */
    final int nameBegin(int line) {
        return offsetOf(lines[line]);
    }

    private int nameEnd(int begin) {
        return WordScan.indexOf(bytes, begin, bytes.length, (byte) ':');
    }

    @Override
    public final String value(int line) {
        int begin = valueBegin(line);
        int end = valueEnd(begin);
        if (mayBeFolded() && WordScan.indexOf(bytes, begin, end, (byte) '\n') < end) {
            return unfolded(begin, end);
        }
        return FrequentValues.has(knownName(line))
                ? FrequentValues.text(bytes, begin, end)
                : FrequentValues.decoded(bytes, begin, end);
    }

    /**
     * Joins the lines of a value that continues over several lines. A space replaces each line end, and the result has
     * no white space around it. Reads each byte once.
     */
    private String unfolded(int begin, int end) {
        int from = begin;
        while (from < end && (TokenScan.isBlank(bytes[from]) || TokenScan.isLineEnd(bytes[from]))) {
            from++;
        }
        int to = end;
        while (to > from && (TokenScan.isBlank(bytes[to - 1]) || TokenScan.isLineEnd(bytes[to - 1]))) {
            to--;
        }
        byte[] value = new byte[to - from];
        int length = 0;
        for (int at = from; at < to; at++) {
            if (bytes[at] != '\r') {
                value[length++] = bytes[at] == '\n' ? (byte) ' ' : bytes[at];
            }
        }
        return new String(value, 0, length, StandardCharsets.ISO_8859_1);
    }

    /** Returns the index in {@link #bytes()} at which the value of a line begins. */
    final int valueBegin(int line) {
        int known = knownName(line);
        int begin = nameBegin(line);
        int at = (known >= 0 ? begin + KnownNames.name(known).length() : nameEnd(begin)) + 1;
        while (TokenScan.isBlank(bytes[at])) {
            at++;
        }
        return at;
    }

    /** Returns the index in {@link #bytes()} at which a value ends. {@code begin} is the beginning of the value. */
    final int valueEnd(int begin) {
        // every line has a line end, so the search finds one
        int end = WordScan.indexOf(bytes, begin, bytes.length, (byte) '\n');
        // A line that begins with a blank continues the value. Only the legacy mode accepts such lines.
        while (end + 1 < bytes.length && TokenScan.isBlank(bytes[end + 1])) {
            end = WordScan.indexOf(bytes, end + 1, bytes.length, (byte) '\n');
        }
        if (bytes[end - 1] == '\r') {
            end--;
        }
        while (end > begin && TokenScan.isBlank(bytes[end - 1])) {
            end--;
        }
        return end;
    }

    /** Returns the bytes of the field lines. The array is shared and never modified. */
    final byte[] bytes() {
        return bytes;
    }

    /** Returns a value of {@link #packed} for each field line. The array is shared and never modified. */
    final int[] lines() {
        return lines;
    }

    /**
     * Returns the index in {@link #bytes()} at which a field line ends, with the lines that continue it. The next field
     * line or the empty line begins there.
     */
    final int lineEnd(int line) {
        if (line + 1 < lines.length) {
            return nameBegin(line + 1);
        }
        return bytes.length - (bytes[bytes.length - 2] == '\r' ? 2 : 1);
    }
}
