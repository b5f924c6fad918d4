package dev.ringer.internal.http2.request;

import java.util.ArrayList;
import java.util.List;

/**
 * A line of a field section as a client sends it, one character per octet.
 *
 * @param name any name, in upper or lower case
 * @param value any value
 */
record RawLine(String name, String value) {
    /** Splits lines, given as {@code name=value} and separated by bars. Without an equals sign, the value is empty. */
    static List<RawLine> split(String lines) {
        List<RawLine> split = new ArrayList<>();
        for (String line : lines.split("\\|")) {
            int equals = (line + "=").indexOf('=');
            split.add(new RawLine(line.substring(0, equals), equals < line.length() ? line.substring(equals + 1) : ""));
        }
        return split;
    }
}
