package dev.ringer.internal.http2.request;

import dev.ringer.internal.http2.hpack.FieldLine;
import dev.ringer.internal.names.FieldLines;

/** The field lines of a request, without the pseudo-fields. The HPACK tables may refer to the same lines. Immutable. */
class RequestFieldLines implements FieldLines {
    private final FieldLine[] lines;

    /** Makes an object that uses this array. The caller must not modify the array afterwards. */
    RequestFieldLines(FieldLine[] lines) {
        this.lines = lines;
    }

    /** Returns the size of all lines in octets, as HTTP/2 counts the size of a field section (RFC 9113, 6.5.2). */
    final int listSize() {
        int size = 0;
        for (FieldLine line : lines) {
            size += line.size();
        }
        return size;
    }

    @Override
    public final int count() {
        return lines.length;
    }

    @Override
    public final int knownName(int line) {
        return lines[line].name().known();
    }

    @Override
    public final String name(int line) {
        return lines[line].name().text();
    }

    @Override
    public final boolean hasName(int line, String normalName) {
        return name(line).equals(normalName);
    }

    @Override
    public final String value(int line) {
        return lines[line].text();
    }
}
