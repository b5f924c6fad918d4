package dev.ringer.internal.http1.codec;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads chunked bodies by the grammar of RFC 9112, 7.1, with regular expressions. This independent implementation
 * shares nothing with the decoder. Like the decoder, it only requires of chunk extensions that they hold no control
 * characters.
 */
final class GrammarChunks {
    private static final String TEXT = "[\t\\x20-\\x7e\\x80-\\xff]*+";
    private static final Pattern CHUNK_LINE = Pattern.compile("([0-9A-Fa-f]++)(?:;" + TEXT + ")?\r\n");
    private static final Pattern TRAILER_LINE = Pattern.compile("[-!#$%&'*+.^_`|~0-9A-Za-z]++:" + TEXT + "\r\n");

    private GrammarChunks() {}

    /** {@return the complete body at the beginning of these bytes, or nothing if there is none} */
    static Optional<ChunkOutcome> read(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        StringBuilder data = new StringBuilder();
        Matcher chunk = CHUNK_LINE.matcher(text);
        int at = 0;
        while (chunk.region(at, text.length()).lookingAt()) {
            String size = chunk.group(1).replaceFirst("^0+", "");
            if (size.isEmpty()) {
                return endOfTrailers(text, chunk.end()).map(end -> ChunkOutcome.complete(data.toString(), end));
            }
            if (size.length() > 7) {
                return Optional.empty(); // larger than any input
            }
            int begin = chunk.end();
            at = begin + Integer.parseInt(size, 16);
            if (!text.startsWith("\r\n", at)) {
                return Optional.empty();
            }
            data.append(text, begin, at);
            at += 2;
        }
        return Optional.empty();
    }

    private static Optional<Integer> endOfTrailers(String text, int begin) {
        Matcher trailer = TRAILER_LINE.matcher(text);
        int at = begin;
        while (trailer.region(at, text.length()).lookingAt()) {
            at = trailer.end();
        }
        return text.startsWith("\r\n", at) ? Optional.of(at + 2) : Optional.empty();
    }
}
