package dev.ringer.internal.exchange;

import dev.ringer.internal.headers.UnmodifiableHeaders;
import dev.ringer.internal.names.FieldLines;
import dev.ringer.internal.names.KnownNames;
import dev.ringer.internal.names.NormalNames;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The headers of a request. A lookup scans the field lines. It compares names of well-known fields by an index, and
 * other names byte by byte. The first lookup of a value makes its string, and later lookups return the same string. The
 * first call of a method that concerns all fields, such as {@link #size} or iteration, groups the lines by name, in the
 * order of the first line of each name.
 *
 * <p>Handlers may use the headers even after the exchange has ended. Thread-safe: two threads that ask for the same
 * value at the same time may get two equal strings.
 */
public final class RequestHeaders extends UnmodifiableHeaders {
    private final FieldLines lines;

    // Threads write these fields without synchronisation. This is safe, because strings and the map never change. A
    // thread that does not see a write of another thread only repeats the work.
    private String[] values;
    private Map<String, List<String>> fields;

    public RequestHeaders(FieldLines lines) {
        this.lines = lines;
    }

    @Override
    public String getFirst(String name) {
        int line = firstLine(name);
        return line < 0 ? null : value(line);
    }

    @Override
    public boolean containsKey(Object name) {
        Objects.requireNonNull(name);
        return name instanceof String string && firstLine(string) >= 0;
    }

    @Override
    public List<String> get(Object name) {
        int known = NormalNames.indexOf((String) name);
        String normal = normalIfUnknown(known, (String) name);
        int first = nextLine(known, normal, 0);
        if (first < 0) {
            return null;
        }
        int second = nextLine(known, normal, first + 1);
        if (second < 0) {
            return Collections.singletonList(value(first));
        }
        List<String> all = new ArrayList<>();
        for (int line = first; line >= 0; line = nextLine(known, normal, line + 1)) {
            all.add(value(line));
        }
        return Collections.unmodifiableList(all);
    }

    @Override
    public boolean isEmpty() {
        return lines.count() == 0;
    }

    String value(int line) {
        String[] cache = values;
        if (cache == null) {
            values = cache = new String[lines.count()];
        }
        String value = cache[line];
        if (value == null) {
            cache[line] = value = lines.value(line);
        }
        return value;
    }

    @Override
    protected Map<String, List<String>> fields() {
        Map<String, List<String>> grouped = fields;
        if (grouped == null) {
            fields = grouped = Collections.unmodifiableMap(new GroupedLines(lines, this::value));
        }
        return grouped;
    }

    private int firstLine(String name) {
        int known = NormalNames.indexOf(name);
        return nextLine(known, normalIfUnknown(known, name), 0);
    }

    private static String normalIfUnknown(int known, String name) {
        return known == KnownNames.UNKNOWN ? NormalNames.normalize(name) : null;
    }

    /**
     * Returns the index of the first line with a name, at {@code from} or after it; -1 if there is none.
     * {@code knownName} is the index of the name in {@link KnownNames}. If that is UNKNOWN, {@code normalName} is
     * compared.
     */
    private int nextLine(int knownName, String normalName, int from) {
        for (int line = from; line < lines.count(); line++) {
            if (lines.knownName(line) == knownName
                    && (knownName != KnownNames.UNKNOWN || lines.hasName(line, normalName))) {
                return line;
            }
        }
        return -1;
    }
}
