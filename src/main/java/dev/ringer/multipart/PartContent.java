package dev.ringer.multipart;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Receives the content of each part from the parser, and passes it to the sink. It checks the limit on the part's
 * bytes, decodes a transfer encoding, and reads the field {@code _charset_} (RFC 7578 section 4.6).
 */
final class PartContent {
    private static final int MAX_CHARSET_NAME = 40;

    private final FormOptions options;
    private final Tolerances tolerances;
    private final PartSink sink;

    private Charset charset;
    private long remaining;
    private FormLimit limit = FormLimit.FIELD_BYTES;
    private TransferEncoding.@Nullable Decoder decoder;
    private @Nullable StringBuilder charsetName;

    PartContent(FormOptions options, Tolerances tolerances, PartSink sink) {
        this.options = options;
        this.tolerances = tolerances;
        this.sink = sink;
        this.charset = options.charset();
    }

    /**
     * Returns the character set of names, and of fields without a character set of their own. A later field
     * {@code _charset_} may change it.
     */
    Charset charset() {
        return charset;
    }

    void begin(PartHeaders headers) throws IOException {
        boolean file = headers.isFile();
        limit = file ? FormLimit.FILE_BYTES : FormLimit.FIELD_BYTES;
        remaining = file ? FormOptions.bound(options.maxFileBytes()) : FormOptions.bound(options.maxFieldBytes());
        decoder = headers.encoding().decoder();
        charsetName = !file && headers.name().equals("_charset_") ? new StringBuilder() : null;
        sink.onPartBegin(headers);
    }

    void slice(byte[] bytes, int from, int to) throws IOException {
        remaining -= to - from;
        if (remaining < 0) {
            throw new FormLimitException(limit, options);
        }
        if (charsetName != null && charsetName.length() <= MAX_CHARSET_NAME) {
            int length = Math.min(to - from, MAX_CHARSET_NAME + 1);
            charsetName.append(new String(bytes, from, length, StandardCharsets.ISO_8859_1));
        }
        if (decoder == null) {
            sink.onPartData(bytes, from, to - from);
        } else {
            decode(decoder, bytes, from, to);
        }
    }

    /** Decodes a slice into a new array each time, because few parts have a transfer encoding. */
    private void decode(TransferEncoding.Decoder by, byte[] bytes, int from, int to) throws IOException {
        byte[] plain = new byte[to - from + 2];
        int length = by.decode(bytes, from, to, plain);
        if (length > 0) {
            sink.onPartData(plain, 0, length);
        }
    }

    void end() throws IOException {
        if (decoder != null) {
            decoder.end();
        }
        if (charsetName != null) {
            charset = FormCharsets.named(charsetName.toString(), charset, tolerances);
        }
        sink.onPartEnd();
    }
}
