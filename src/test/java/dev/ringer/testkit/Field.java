package dev.ringer.testkit;

/**
 * One field line as it stood on the wire, without the white space around its value.
 *
 * @param name in the sender's spelling
 * @param value as ISO-8859-1
 */
public record Field(String name, String value) {
    @Override
    public String toString() {
        return name + ": " + value;
    }
}
