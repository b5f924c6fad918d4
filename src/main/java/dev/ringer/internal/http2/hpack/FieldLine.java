package dev.ringer.internal.http2.hpack;

import java.nio.charset.StandardCharsets;

/**
 * A field line with octets of its own. A line is an entry of a decoder's table, or somebody made the line to keep it.
 * An entry may leave the table without losing anything. A line makes a string of its value once. Immutable and safe for
 * any thread, except for a subclass that is still being built.
 */
public class FieldLine {
    /** Octets that each line counts beyond its own, in tables and in lists (RFC 7541, 4.1; RFC 9113, 6.5.2). */
    public static final int OVERHEAD = 32;

    private final FieldName name;
    private final byte[] value;
    private final boolean sound;
    // Null until the first call of text(). Threads that make the string at the same time make the same one.
    private String text;

    /**
     * Makes a line.
     *
     * @param name its name
     * @param value its value, never modified from now on
     */
    public FieldLine(FieldName name, byte[] value) {
        this.name = name;
        this.value = value;
        this.sound = FieldOctets.isValue(value, 0, value.length);
    }

    /**
     * Returns the line's name.
     *
     * @return not null
     */
    public final FieldName name() {
        return name;
    }

    /**
     * Returns the octets of the line's value.
     *
     * @return a shared array, which must never be modified
     */
    public byte[] value() {
        return value;
    }

    /**
     * Returns the line's value.
     *
     * @return its octets as ISO 8859-1, the same string on each call
     */
    public String text() {
        String made = text;
        if (made == null) {
            made = new String(value, StandardCharsets.ISO_8859_1);
            text = made;
        }
        return made;
    }

    /**
     * Whether the value is one that {@link FieldOctets#isValue} accepts.
     *
     * @return false if a message with it is malformed
     */
    public final boolean soundValue() {
        return sound;
    }

    /**
     * Returns how much the line counts in tables and lists.
     *
     * @return the number of its octets plus {@link #OVERHEAD}
     */
    public int size() {
        return OVERHEAD + name.length() + value.length;
    }

    @Override
    public final String toString() {
        return name + ": " + text();
    }
}
