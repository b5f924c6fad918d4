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
 * The headers of a request. They read the field lines when somebody asks for a field, and make nothing in advance.
 *
 * <p>A lookup scans the lines. It compares a known name by its index, and any other name by the bytes of the lines. The
 * first lookup of a value makes its string, which is kept. Methods that concern all fields, such as {@link #size} and
 * iteration, group the lines by name, once. Names then have the order of their first lines.
 *
 * <p>Handlers may keep the headers for ever. Thread-safe: two threads that ask for the same value at the same time may
 * get two equal strings.
 */
public final class RequestHeaders extends UnmodifiableHeaders {
    private final FieldLines lines;

    // Threads write these fields without synchronisation: the contents are immutable, and a lost write is repeated.
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

    /** Returns the value of a line, always the same string unless two threads ask for it at the same time. */
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
     * Returns the first line of a name at or after {@code from}; -1 if there is none. {@code normalName} is null for a
     * known name.
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
