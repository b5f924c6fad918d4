package dev.ringer.multipart;

import java.io.IOException;

/** Decodes the content of one part, in slices of any size; each slice yields at most one. For legacy mode only. */
abstract class TransferDecoder {
    /** Makes a decoder, or null for the identity. */
    static TransferDecoder of(TransferEncoding encoding) {
        return switch (encoding) {
            case IDENTITY -> null;
            case BASE64 -> new Base64Decoder();
            case QUOTED_PRINTABLE -> new QuotedPrintableDecoder();
        };
    }

    /** Decodes a slice into a new array; content that takes this path is rare and small. */
    final void decode(byte[] bytes, int from, int to, PartSink sink) throws IOException {
        byte[] plain = new byte[to - from + 2];
        int length = decode(bytes, from, to, plain);
        if (length > 0) {
            sink.onPartData(plain, 0, length);
        }
    }

    /** Writes what the slice yields, never more than its length and two bytes; returns how many. */
    abstract int decode(byte[] bytes, int from, int to, byte[] plain) throws FormViolationException;

    /** Checks that the content ended where it may. */
    abstract void end() throws FormViolationException;
}
