package dev.ringer.internal.http1.codec;

import dev.ringer.internal.bytes.WordScan;
import dev.ringer.internal.names.KnownNames;
import dev.ringer.internal.protocol.RequestHead;
import dev.ringer.internal.protocol.RequestTarget;
import dev.ringer.internal.protocol.Violation;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The head of an HTTP/1 request: request line and field lines. Immutable; it owns an exact copy of its field lines and
 * makes strings of them only when asked.
 */
public final class Http1RequestHead implements RequestHead {
    private static final byte[] EMPTY_LINE = {'\r', '\n'};

    private final byte[] bytes;
    private final int[] lines;
    private final String method;
    private final RequestTarget target;
    private final int minorVersion;
    private final List<Violation> tolerated;

    /**
     * Takes a head over.
     *
     * @param bytes the field lines, each with its end, and the empty line behind them
     * @param lines for each field line where it begins and what its name is, each a {@link PackedLine}
     * @param method the method
     * @param target the target
     * @param minorVersion the x of HTTP/1.x
     * @param tolerated what was wrong with it and let pass
     */
    Http1RequestHead(
            byte[] bytes,
            int[] lines,
            String method,
            RequestTarget target,
            int minorVersion,
            List<Violation> tolerated) {
        this.bytes = bytes;
        this.lines = lines;
        this.method = method;
        this.target = target;
        this.minorVersion = minorVersion;
        this.tolerated = tolerated;
    }

    @Override
    public String method() {
        return method;
    }

    @Override
    public RequestTarget target() {
        return target;
    }

    /**
     * The version.
     *
     * @return the x of HTTP/1.x
     */
    public int minorVersion() {
        return minorVersion;
    }

    /**
     * The same head with more that was let pass.
     *
     * @param more further violations
     * @return a head over the same bytes
     */
    public Http1RequestHead tolerating(List<Violation> more) {
        List<Violation> all = new ArrayList<>(tolerated);
        all.addAll(more);
        return new Http1RequestHead(bytes, lines, method, target, minorVersion, List.copyOf(all));
    }

    /**
     * The head as handlers are to see it: where the target names a host, Host says the same (RFC 9112, 3.2.2), once.
     *
     * @return this one, unless the target is of absolute form
     */
    public Http1RequestHead withHostOfTarget() {
        return target.authority() == null ? this : withHost("Host: " + target.authority() + "\r\n");
    }

    /** Puts a line in the place of the first Host line, or behind all lines. */
    private Http1RequestHead withHost(String hostLine) {
        byte[] host = hostLine.getBytes(StandardCharsets.ISO_8859_1);
        ByteArrayOutputStream kept = new ByteArrayOutputStream(bytes.length + host.length);
        int[] offsets = new int[lines.length + 1];
        int count = 0;
        boolean done = false;
        for (int line = 0; line <= lines.length; line++) {
            boolean end = line == lines.length;
            boolean isHost = !end && knownName(line) == KnownNames.HOST;
            if ((isHost || end) && !done) {
                offsets[count++] = PackedLine.of(KnownNames.HOST, kept.size());
                kept.writeBytes(host);
                done = true;
            } else if (!isHost && !end) {
                offsets[count++] = PackedLine.of(knownName(line), kept.size());
                kept.write(bytes, nameBegin(line), lineEnd(line) - nameBegin(line));
            }
        }
        kept.writeBytes(EMPTY_LINE);
        return new Http1RequestHead(
                kept.toByteArray(), Arrays.copyOf(offsets, count), method, target, minorVersion, tolerated);
    }

    /** Where a line ends with all of its folds: where the next one begins, or the empty line. */
    private int lineEnd(int line) {
        if (line + 1 < lines.length) {
            return nameBegin(line + 1);
        }
        return bytes.length - (bytes[bytes.length - 2] == '\r' ? 2 : 1);
    }

    @Override
    public List<Violation> tolerated() {
        return tolerated;
    }

    @Override
    public String protocol() {
        return switch (minorVersion) {
            case 0 -> "HTTP/1.0";
            case 1 -> "HTTP/1.1";
            default -> "HTTP/1." + minorVersion;
        };
    }

    @Override
    public boolean wantsPersistenceAnnounced() {
        return minorVersion == 0;
    }

    @Override
    public String codingOfStreamedResponse() {
        return minorVersion == 0 ? null : "chunked";
    }

    @Override
    public int count() {
        return lines.length;
    }

    @Override
    public int knownName(int line) {
        return PackedLine.knownName(lines[line]);
    }

    @Override
    public String name(int line) {
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
    public boolean hasName(int line, String normalName) {
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

    /** A byte of a name in its normal form: the first letter in upper case, the others in lower case. */
    private static byte normal(byte letter, int position) {
        if (position == 0) {
            return letter >= 'a' && letter <= 'z' ? (byte) (letter - 0x20) : letter;
        }
        return letter >= 'A' && letter <= 'Z' ? (byte) (letter + 0x20) : letter;
    }

    private int nameBegin(int line) {
        return PackedLine.offset(lines[line]);
    }

    private int nameEnd(int begin) {
        return WordScan.indexOf(bytes, begin, bytes.length, (byte) ':');
    }

    @Override
    public String value(int line) {
        int begin = valueBegin(line);
        int end = valueEnd(begin);
        if (tolerated.contains(Violation.FOLDED_LINE) && WordScan.indexOf(bytes, begin, end, (byte) '\n') < end) {
            return unfolded(begin, end);
        }
        return FrequentValues.has(knownName(line))
                ? FrequentValues.text(bytes, begin, end)
                : FrequentValues.decoded(bytes, begin, end);
    }

    /** The value with a space for each of its line ends, without white space around it; each byte is looked at once. */
    private String unfolded(int begin, int end) {
        int from = begin;
        while (from < end && (Tokens.isBlank(bytes[from]) || Tokens.isLineEnd(bytes[from]))) {
            from++;
        }
        int to = end;
        while (to > from && (Tokens.isBlank(bytes[to - 1]) || Tokens.isLineEnd(bytes[to - 1]))) {
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

    /**
     * Where the value of a line begins in {@link #bytes()}.
     *
     * @param line the line's number
     * @return an index
     */
    int valueBegin(int line) {
        int known = knownName(line);
        int begin = nameBegin(line);
        int at = (known >= 0 ? begin + KnownNames.name(known).length() : nameEnd(begin)) + 1;
        while (Tokens.isBlank(bytes[at])) {
            at++;
        }
        return at;
    }

    /**
     * Where a value ends in {@link #bytes()}.
     *
     * @param begin where it begins, by {@link #valueBegin}
     * @return an index, exclusive
     */
    int valueEnd(int begin) {
        int end = WordScan.indexOf(bytes, begin, bytes.length, (byte) '\n'); // every line has been found to end
        while (end + 1 < bytes.length && Tokens.isBlank(bytes[end + 1])) { // folded: only a tolerant server gets here
            end = WordScan.indexOf(bytes, end + 1, bytes.length, (byte) '\n');
        }
        if (bytes[end - 1] == '\r') {
            end--;
        }
        while (end > begin && Tokens.isBlank(bytes[end - 1])) {
            end--;
        }
        return end;
    }

    /**
     * The field lines.
     *
     * @return shared, never modified
     */
    byte[] bytes() {
        return bytes;
    }

    @Override
    public String toString() {
        return method + " " + target + " " + protocol();
    }
}
