package dev.ringer.internal.http2.request;

import dev.ringer.internal.http.TrailerRule;
import dev.ringer.internal.http2.frame.Http2Fault;
import dev.ringer.internal.http2.hpack.FieldLine;
import dev.ringer.internal.http2.hpack.FieldName;
import dev.ringer.internal.http2.hpack.FieldSink;
import dev.ringer.internal.names.FieldLines;
import dev.ringer.internal.names.KnownNames;
import java.util.Arrays;

/**
 * Collects the lines of a field section and checks each line (RFC 9113, 8.2): the name, the value, and whether HTTP/2
 * allows the field. After the first broken rule, the reader ignores all further lines. The caller resets the stream
 * only after the whole field block, because every line can change the HPACK table.
 *
 * <p>An object can read any number of sections, one after the other. This class reads trailers; its subclass reads
 * request heads. Not thread-safe.
 */
public class FieldSectionReader implements FieldSink {
    private static final int FIRST_LENGTH = 16;
    private static final int MAX_KEPT = 256;
    private static final String TRAILERS = "trailers"; // the only value of TE that HTTP/2 allows
    private static final FieldLine[] NONE = {};
    private static final boolean[] OF_CONNECTIONS = new boolean[KnownNames.count()];

    static {
        for (String name :
                new String[] {"Connection", "Keep-Alive", "Proxy-Connection", "Transfer-Encoding", "Upgrade"}) {
            OF_CONNECTIONS[KnownNames.indexOf(name)] = true;
        }
    }

    private final int maxFields;
    private FieldLine[] lines = NONE;
    private int count;
    private Http2Fault fault;

    /** Makes a reader that accepts at most {@code maxFields} lines per section. Pseudo-fields do not count. */
    FieldSectionReader(int maxFields) {
        this.maxFields = maxFields;
    }

    final void begin() {
        clear();
        fault = null;
    }

    /** Returns the first rule that the section has broken; null if it has broken none so far. */
    public final Http2Fault fault() {
        return fault;
    }

    /** Records a rule that the section has broken. If it has broken several, only the first one is recorded. */
    final void fail(Http2Fault found) {
        if (fault == null) {
            fault = found;
        }
    }

    /** Drops all lines, and records a broken rule as {@link #fail} does. */
    final void drop(Http2Fault found) {
        fail(found);
        lines = NONE;
        count = 0;
    }

    /** Returns the lines of the section. Call only if the section has broken no rule. */
    final FieldLine[] lines() {
        return Arrays.copyOf(lines, count);
    }

    void clear() {
        if (lines.length > MAX_KEPT) {
            lines = NONE;
        } else {
            Arrays.fill(lines, 0, count, null);
        }
        count = 0;
    }

    /** Returns the lines of the trailer section, except fields that trailers must not have. */
    public final FieldLines takeTrailers() {
        FieldLine[] allowed = Arrays.stream(lines, 0, count)
                .filter(line -> TrailerRule.allows(line.name().text()))
                .toArray(FieldLine[]::new);
        return allowed.length == 0 ? FieldLines.NONE : new RequestFieldLines(allowed);
    }

    @Override
    public final void onTooLarge() {
        fail(Http2Fault.HEAD_TOO_LARGE);
    }

    @Override
    public final void onLine(FieldLine line) {
        FieldName name = line.name();
        if (fault != null || !checkName(name)) {
            return;
        }
        if (!line.soundValue()) {
            fail(Http2Fault.BAD_FIELD_VALUE);
        } else if (name.pseudo() == FieldName.Pseudo.NONE) {
            add(line);
        } else {
            onPseudoLine(line);
        }
    }

    @Override
    public final void onLiteral(FieldName name, byte[] bytes, int from, int to, boolean neverIndexed) {
        if (fault != null || !checkName(name)) {
            return;
        }
        if (!FieldLine.isValue(bytes, from, to)) {
            fail(Http2Fault.BAD_FIELD_VALUE);
        } else if (name.pseudo() == FieldName.Pseudo.NONE) {
            add(new FieldLine(name, Arrays.copyOfRange(bytes, from, to)));
        } else {
            onPseudoLiteral(name, bytes, from, to);
        }
    }

    private boolean checkName(FieldName name) {
        if (!name.sound()) {
            fail(Http2Fault.BAD_FIELD_NAME);
            return false;
        }
        if (name.known() >= 0 && OF_CONNECTIONS[name.known()]) {
            fail(Http2Fault.CONNECTION_FIELD);
            return false;
        }
        return true;
    }

    private void add(FieldLine line) {
        if (line.name().known() == KnownNames.TE && !isTrailers(line)) {
            fail(Http2Fault.BAD_TE);
        } else if (count == maxFields) {
            fail(Http2Fault.TOO_MANY_FIELDS);
        } else {
            onField(line);
        }
    }

    /** Whether the value is {@code trailers}, ignoring case. Does not convert a long value to a string. */
    private static boolean isTrailers(FieldLine line) {
        return line.value().length == TRAILERS.length() && line.text().equalsIgnoreCase(TRAILERS);
    }

    final void keep(FieldLine line) {
        if (count == lines.length) {
            lines = Arrays.copyOf(lines, Math.max(FIRST_LENGTH, 2 * count));
        }
        lines[count++] = line;
    }

    final int count() {
        return count;
    }

    final void replace(int place, FieldLine line) {
        lines[place] = line;
    }

    void onField(FieldLine line) {
        keep(line);
    }

    /** Handles a pseudo-field from an HPACK table. Its value is valid. */
    void onPseudoLine(FieldLine line) {
        fail(Http2Fault.PSEUDO_FIELD_IN_TRAILERS);
    }

    /** Handles a pseudo-field that is in no HPACK table. Its value is valid. */
    void onPseudoLiteral(FieldName name, byte[] bytes, int from, int to) {
        fail(Http2Fault.PSEUDO_FIELD_IN_TRAILERS);
    }
}
