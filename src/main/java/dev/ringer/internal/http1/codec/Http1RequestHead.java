package dev.ringer.internal.http1.codec;

import dev.ringer.internal.http.RequestTarget;
import dev.ringer.internal.http.Violation;
import dev.ringer.internal.names.KnownNames;
import dev.ringer.internal.protocol.RequestHead;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The head of an HTTP/1 request: the request line and the field lines. Immutable. */
public final class Http1RequestHead extends Http1FieldLines implements RequestHead {
    private static final byte[] EMPTY_LINE = {'\r', '\n'};

    private final String method;
    private final RequestTarget target;
    private final int minorVersion;
    private final List<Violation> tolerated;

    /**
     * Makes a head that owns the two arrays. {@link Http1FieldLines} describes them.
     *
     * @param minorVersion 1 for HTTP/1.1, 0 for HTTP/1.0
     * @param tolerated the violations in the head that the server tolerates
     */
    Http1RequestHead(
            byte[] bytes,
            int[] lines,
            String method,
            RequestTarget target,
            int minorVersion,
            List<Violation> tolerated) {
        super(bytes, lines);
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

    /** Returns the minor version: 1 for HTTP/1.1, 0 for HTTP/1.0. */
    public int minorVersion() {
        return minorVersion;
    }

    /** Returns a copy of this head that also lists the violations {@code more}, which the server has tolerated. */
    public Http1RequestHead tolerating(List<Violation> more) {
        List<Violation> all = new ArrayList<>(tolerated);
        all.addAll(more);
        return new Http1RequestHead(bytes(), lines(), method, target, minorVersion, List.copyOf(all));
    }

    /**
     * Returns the head as handlers see it. If the target has the absolute form, such as {@code http://host/path}, one
     * Host line with the host of the target replaces all Host lines (RFC 9112, 3.2.2). Otherwise returns this head.
     */
    public Http1RequestHead withHostOfTarget() {
        return target.authority() == null ? this : withHost("Host: " + target.authority() + "\r\n");
    }

    /**
     * Replaces the first Host line by the given line, or adds the line at the end if there is none. Removes all other
     * Host lines.
     */
    private Http1RequestHead withHost(String hostLine) {
        byte[] host = hostLine.getBytes(StandardCharsets.ISO_8859_1);
        ByteArrayOutputStream kept = new ByteArrayOutputStream(bytes().length + host.length);
        int[] offsets = new int[count() + 1];
        int count = 0;
        boolean done = false;
        for (int line = 0; line <= count(); line++) {
            boolean end = line == count();
            boolean isHost = !end && knownName(line) == KnownNames.HOST;
            if ((isHost || end) && !done) {
                offsets[count++] = Http1FieldLines.packed(KnownNames.HOST, kept.size());
                kept.writeBytes(host);
                done = true;
            } else if (!isHost && !end) {
                offsets[count++] = Http1FieldLines.packed(knownName(line), kept.size());
                kept.write(bytes(), nameBegin(line), lineEnd(line) - nameBegin(line));
            }
        }
        kept.writeBytes(EMPTY_LINE);
        return new Http1RequestHead(
                kept.toByteArray(), Arrays.copyOf(offsets, count), method, target, minorVersion, tolerated);
    }

    /** Returns about how many bytes of memory the head takes, with its field lines and its parsed target. */
    @Override
    public int size() {
        return bytes().length + 3 * target.toString().length();
    }

    @Override
    boolean mayBeFolded() {
        return tolerated.contains(Violation.FOLDED_LINE);
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
    public String toString() {
        return method + " " + target + " " + protocol();
    }
}
