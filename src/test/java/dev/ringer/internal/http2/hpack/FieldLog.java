package dev.ringer.internal.http2.hpack;

import dev.ringer.internal.http2.frame.Http2Refused;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Records the lines that a {@link HpackDecoder} reports. */
final class FieldLog implements FieldSink {
    final List<String> lines = new ArrayList<>();
    final List<String> namesAndValues = new ArrayList<>();

    /** Returns the log of a block, decoded in pieces of one size. The last line may be a refusal. */
    static List<String> read(HpackDecoder decoder, byte[] block, int pieceSize) {
        return read(decoder, block, pieceSize, pieceSize);
    }

    static List<String> read(HpackDecoder decoder, byte[] block, int firstSize, int pieceSize) {
        return of(decoder, block, firstSize, pieceSize).lines;
    }

    /** Returns the log of a block, which also contains names and values separately. */
    static FieldLog of(HpackDecoder decoder, byte[] block, int firstSize, int pieceSize) {
        FieldLog log = new FieldLog();
        decoder.begin(log);
        try {
            for (int at = 0, size = firstSize; at < block.length; at += size, size = pieceSize) {
                byte[] shifted = new byte[block.length + 3];
                int length = Math.min(size, block.length - at);
                System.arraycopy(block, at, shifted, 2, length);
                decoder.decode(shifted, 2, 2 + length);
            }
            decoder.end();
        } catch (Http2Refused e) {
            log.lines.add("refused " + e.fault());
        }
        return log;
    }

    @Override
    public void onLine(FieldLine entry) {
        lines.add(entry.name() + ": " + entry.text());
        namesAndValues.addAll(List.of(entry.name().toString(), entry.text()));
    }

    @Override
    public void onLiteral(FieldName name, byte[] bytes, int from, int to, boolean neverIndexed) {
        String value = new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
        namesAndValues.addAll(List.of(name.toString(), value));
        lines.add(name + ": " + value + (neverIndexed ? " (never indexed)" : ""));
    }

    @Override
    public void onTooLarge() {
        lines.add("too large");
    }
}
