package dev.ringer.internal.http2.hpack;

/** Receives the field lines of a block from {@link HpackDecoder}, in their order. */
public interface FieldSink {
    /**
     * Receives a line that is in a table, or has just been added to one.
     *
     * @param line the line, which the sink may keep
     */
    void onLine(FieldLine line);

    /**
     * Receives a line that is in no table.
     *
     * @param name its name, which the sink may keep
     * @param bytes holds its value; valid within the call only
     * @param from where the value begins
     * @param to where it ends, exclusive
     * @param neverIndexed whether the line must not be kept in a table by the next hop either (RFC 7541, 7.1.3)
     */
    void onLiteral(FieldName name, byte[] bytes, int from, int to, boolean neverIndexed);

    /** Called when the block turns out to be larger than the limit. The sink receives no more lines of this block. */
    void onTooLarge();
}
