package dev.ringer.multipart;

import java.io.IOException;

/**
 * Decodes the content of one part, in slices of any size. Each slice yields at most one decoded slice. For legacy mode
 * only.
 */
abstract class TransferDecoder {
    /** Makes a decoder. Returns null for the identity. */
    static TransferDecoder of(TransferEncoding encoding) {
        return switch (encoding) {
            case IDENTITY -> null;
            case BASE64 -> new Base64Decoder();
            case QUOTED_PRINTABLE -> new QuotedPrintableDecoder();
        };
    }

    /** Decodes a slice into a new array. Content that needs this is rare and small. */
    final void decode(byte[] bytes, int from, int to, PartSink sink) throws IOException {
        byte[] plain = new byte[to - from + 2];
        int length = decode(bytes, from, to, plain);
        if (length > 0) {
            sink.onPartData(plain, 0, length);
        }
    }

    /** Writes the decoded bytes, never more than the length of the slice plus two. Returns their number. */
    abstract int decode(byte[] bytes, int from, int to, byte[] plain) throws FormViolationException;

    /** Checks that the encoding allows the content to end here. */
    abstract void end() throws FormViolationException;
}
