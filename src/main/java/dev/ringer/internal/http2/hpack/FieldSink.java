package dev.ringer.internal.http2.hpack;

/** Receives the field lines of a block from {@link HpackDecoder}, in the order of the block. */
public interface FieldSink {
    /** Receives a line that is in the static or dynamic table. The sink may keep the line. */
    void onLine(FieldLine line);

    /**
     * Receives a line that is in no table. The sink may keep the name. The bytes of the value are valid only during the
     * call. {@code neverIndexed} says that a next hop must not store the line in a table either (RFC 7541, 7.1.3).
     */
    void onLiteral(FieldName name, byte[] bytes, int from, int to, boolean neverIndexed);

    /** Notes that the block is larger than the limit. The sink receives no more lines of this block. */
    void onTooLarge();
}
