package dev.ringer.internal.http2;

import java.util.ArrayList;
import java.util.List;

/**
 * A line of a field section as it is sent, one character per octet.
 *
 * @param name in whatever case
 * @param value whatever it is
 */
record RawLine(String name, String value) {
    /** Of lines as {@code name=value}, split by bars. Where there is no sign of equality, the value is empty. */
    static List<RawLine> split(String lines) {
        List<RawLine> split = new ArrayList<>();
        for (String line : lines.split("\\|")) {
            int equals = (line + "=").indexOf('=');
            split.add(new RawLine(line.substring(0, equals), equals < line.length() ? line.substring(equals + 1) : ""));
        }
        return split;
    }
}
