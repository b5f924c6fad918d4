package dev.ringer.internal.http2.hpack;

import java.nio.charset.StandardCharsets;

/**
 * A field line with octets of its own: one that stands in a table of a decoder, which it may leave without losing anything,
 * or one that somebody made to keep it. It makes a string of its value once. Immutable, and for any thread, but for a subclass
 * that is being made.
 */
public class FieldLine {
    /** What each line counts for beyond its octets, in tables and in lists (RFC 7541, 4.1; RFC 9113, 6.5.2). */
    public static final int OVERHEAD = 32;

    private final FieldName name;
    private final byte[] value;
    private final boolean sound;
    private String text; // made when it is asked for; threads that make it at the same time make the same

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
     * The line's name.
     *
     * @return not null
     */
    public final FieldName name() {
        return name;
    }

    /**
     * The octets of the line's value.
     *
     * @return shared, never to be modified
     */
    public byte[] value() {
        return value;
    }

    /**
     * The line's value.
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
     * Whether the value is one that {@link FieldOctets#isValue} lets pass.
     *
     * @return false if a message with it is malformed
     */
    public final boolean soundValue() {
        return sound;
    }

    /**
     * What it counts for in tables and lists.
     *
     * @return its octets and {@link #OVERHEAD}
     */
    public int size() {
        return OVERHEAD + name.length() + value.length;
    }

    @Override
    public final String toString() {
        return name + ": " + text();
    }
}
