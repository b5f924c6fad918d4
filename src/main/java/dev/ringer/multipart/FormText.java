package dev.ringer.multipart;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

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
        if (text.indexOf('%') < 0 && (!backslashes || text.indexOf('\\') < 0)) {
            return text;
        }
        StringBuilder plain = new StringBuilder(text.length());
        for (int index = 0; index < text.length(); index++) {
            char character = text.charAt(index);
            if (backslashes && character == '\\' && text.startsWith("\"", index + 1)) {
                plain.append('"');
                index++;
            } else if (character == '%' && browserEscape(text, index) != 0) {
                plain.append(browserEscape(text, index));
                index += 2;
            } else {
                plain.append(character);
            }
        }
        return plain.toString();
    }

    private static char browserEscape(String text, int index) {
        if (text.startsWith("22", index + 1)) {
            return '"';
        }
        if (text.regionMatches(true, index + 1, "0D", 0, 2)) {
            return '\r';
        }
        return text.regionMatches(true, index + 1, "0A", 0, 2) ? '\n' : 0;
    }

    /**
     * Decodes a value of the form {@code charset'language'percent-encoded} (RFC 8187 section 3.2). Returns null if the
     * bytes do not have this form.
     */
    static String extended(byte[] bytes, int from, int to) {
        String value = new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
        int language = value.indexOf('\'');
        int start = value.indexOf('\'', language + 1);
        Charset charset = language < 0 || start < 0 ? null : FormCharsets.find(value.substring(0, language));
        if (charset == null) {
            return null;
        }
        ByteArrayOutputStream plain = new ByteArrayOutputStream();
        for (int index = from + start + 1; index < to; index++) {
            if (bytes[index] != '%') {
                plain.write(bytes[index]);
            } else if (index + 2 < to) {
                int high = Characters.hexDigit(bytes[index + 1]);
                int low = Characters.hexDigit(bytes[index + 2]);
                if ((high | low) < 0) {
                    return null;
                }
                plain.write(high << 4 | low);
                index += 2;
            } else {
                return null;
            }
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
