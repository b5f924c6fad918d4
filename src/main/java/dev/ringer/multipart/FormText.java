package dev.ringer.multipart;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Decodes the names of form fields and files. */
final class FormText {
    private FormText() {}

    /**
     * Decodes the escapes that browsers use for quotes and line ends in names (WHATWG HTML, "multipart/form-data
     * encoding algorithm"). Only {@code %22}, {@code %0D} and {@code %0A} are decoded. Any other percent sign is an
     * ordinary character, because browsers do not escape the percent sign itself.
     *
     * @param backslashes whether {@code \"} also means a quote, as in the quoted strings of RFC 9110
     */
    static String unescape(String text, boolean backslashes) {
        String plain = backslashes ? text.replace("\\\"", "\"") : text;
        if (plain.indexOf('%') < 0) {
            return plain;
        }
        // a replacement inserts only a quote or a line end, which cannot be part of another escape
        return plain.replace("%22", "\"")
                .replace("%0D", "\r")
                .replace("%0d", "\r")
                .replace("%0A", "\n")
                .replace("%0a", "\n");
    }

    /**
     * Decodes a value of the form {@code charset'language'percent-encoded} (RFC 8187 section 3.2). Returns null if the
     * bytes do not have this form.
     */
    static @Nullable String extended(byte[] bytes, int from, int to) {
        String value = new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
        int language = value.indexOf('\'');
        int start = value.indexOf('\'', language + 1);
        Charset charset = language < 0 || start < 0 ? null : FormCharsets.find(value.substring(0, language));
        if (charset == null) {
            return null;
        }
        ByteArrayOutputStream plain = new ByteArrayOutputStream();
        for (int index = from + start + 1; index < to; index++) {
            int octet = bytes[index];
            if (octet == '%') {
                octet = Characters.percentEscape(bytes, index, to);
                if (octet < 0) {
                    return null;
                }
                index += 2;
            }
            plain.write(octet);
        }
        try {
            return charset.newDecoder()
                    .decode(ByteBuffer.wrap(plain.toByteArray()))
                    .toString();
        } catch (CharacterCodingException ignored) {
            // the bytes are illegal in the character set that the value names
            return null;
        }
    }
}
