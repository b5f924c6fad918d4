package dev.ringer.internal.http2.hpack;

/** Is told by {@link HpackDecoder} which field lines a block has, in their order. */
public interface FieldSink {
    /**
     * A line that stands in a table, now if not before.
     *
     * @param line the line, which may be kept
     */
    void onLine(FieldLine line);

    /**
     * A line that stands in no table.
     *
     * @param name its name, which may be kept
     * @param bytes holds its value; to be used within the call
     * @param from where the value begins
     * @param to where it ends, exclusive
     * @param neverIndexed whether the line must not be kept in a table by the next hop either (RFC 7541, 7.1.3)
     */
    void onLiteral(FieldName name, byte[] bytes, int from, int to, boolean neverIndexed);

    /** The block is larger than the limit: nothing more is told of it. */
    void onTooLarge();
}
