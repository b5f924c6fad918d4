package dev.ringer.internal.http2.hpack;

import dev.ringer.internal.bytes.WordScan;
import java.nio.charset.StandardCharsets;

/**
 * A field line that owns its octets. A decoder's table consists of such lines, and a request refers to the same lines.
 * So a request can use a line even after the table has evicted it. The first call of {@link #text} makes the string of
 * the value, and later calls reuse it. Immutable and safe for any thread, except that a subclass may change while it is
 * being built.
 */
public class FieldLine {
    /** The octets that are added to the size of each line in tables and lists (RFC 7541, 4.1; RFC 9113, 6.5.2). */
    public static final int OVERHEAD = 32;

    /**
     * An estimate of the memory, in bytes, that a line takes in a request head in addition to its size: two references
     * to the line, the string of its value, and its entry in the map of headers. A line without a value takes about 50
     * bytes before a handler reads it, and 180 afterwards.
     */
    public static final int EXTRA_MEMORY = 64;

    private final FieldName name;
    private final byte[] value;
    private final boolean sound;
    // The value as a string. Null until the first call of text(). If two threads make the string at the same time, both
    // strings are equal.
    private String text;

    /** Makes a line that owns the array of its value. Other code must not modify that array. */
    public FieldLine(FieldName name, byte[] value) {
        this.name = name;
        this.value = value;
        this.sound = isValue(value, 0, value.length);
    }

    /**
     * Whether octets are a valid value of a field (RFC 9113, 8.2.1): no control characters except tabs, and no space or
     * tab at either end. A message with an invalid value is malformed.
     */
    public static boolean isValue(byte[] bytes, int from, int to) {
        if (from == to) {
            return true;
        }
        if (isBlank(bytes[from]) || isBlank(bytes[to - 1])) {
            return false;
        }
        int control = WordScan.indexOfControl(bytes, from, to);
        while (control < to && bytes[control] == '\t') {
            control = WordScan.indexOfControl(bytes, control + 1, to);
        }
        return control == to;
    }

    private static boolean isBlank(byte octet) {
        return octet == ' ' || octet == '\t';
    }

    public final FieldName name() {
        return name;
    }

    /** Returns the octets of the value. The array is shared and must not be modified. */
    public byte[] value() {
        return value;
    }

    /** Returns the value as ISO 8859-1. Usually returns the same string on each call. */
    public String text() {
        String made = text;
        if (made == null) {
            made = new String(value, StandardCharsets.ISO_8859_1);
            text = made;
        }
        return made;
    }

    /** Whether the value is valid, as {@link #isValue} defines it. */
    public final boolean soundValue() {
        return sound;
    }

    /** Returns the size that the line has in tables and lists: its octets plus {@link #OVERHEAD}. */
    public int size() {
        return OVERHEAD + name.length() + value.length;
    }

    @Override
    public final String toString() {
        return name + ": " + text();
    }
}
