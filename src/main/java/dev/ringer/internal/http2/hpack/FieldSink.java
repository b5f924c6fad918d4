package dev.ringer.internal.http2.hpack;

/** Receives the field lines of a block from {@link HpackDecoder}, in the order in which the block has them. */
public interface FieldSink {
    /** Receives a line that is in the static or dynamic table. The sink may keep the line. */
    void onLine(FieldLine line);

    /**
     * Receives a line that is in no table. The sink may keep the name, but may use the bytes of the value only during
     * the call. If {@code neverIndexed} is true, the next server or proxy must not store the line in a table (RFC 7541,
     * 7.1.3).
     */
    void onLiteral(FieldName name, byte[] bytes, int from, int to, boolean neverIndexed);

    /** Called when the block exceeds the limit on field sections. The sink receives no more lines of this block. */
    void onTooLarge();
}
