package dev.ringer.multipart;

import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Lists the character sets that a form may use. These are the character sets of the WHATWG Encoding Standard in which
 * ASCII bytes always mean ASCII characters. Their names mean what they mean to browsers ({@link CharsetLabels}); other
 * names are those of the JDK.
 *
 * <p>In any other character set, bytes that look harmless to a filter in front of the server may become markup in the
 * application. For example, no filter recognizes {@code <script>} in EBCDIC (IBM037), UTF-7 or UTF-16, or after the
 * escape sequences of ISO-2022-JP.
 */
final class FormCharsets {
    private static final Set<String> NAMES = Set.of("""
        UTF-8 US-ASCII ISO-8859-1 ISO-8859-2 ISO-8859-3 ISO-8859-4 ISO-8859-5 ISO-8859-6 ISO-8859-7 ISO-8859-8
        ISO-8859-9 ISO-8859-13 ISO-8859-15 ISO-8859-16 windows-1250 windows-1251 windows-1252 windows-1253
        windows-1254 windows-1255 windows-1256 windows-1257 windows-1258 x-windows-874 TIS-620 x-iso-8859-11
        IBM866 KOI8-R KOI8-U x-MacRoman x-MacCyrillic x-MacUkraine GB2312 GBK GB18030 Big5 Big5-HKSCS EUC-JP
        Shift_JIS windows-31j EUC-KR x-windows-949 x-eucJP-Open x-MS950-HKSCS
        """.split("\\s+"));

    private FormCharsets() {}

    static boolean has(Charset charset) {
        return charset instanceof BrowserCharset || NAMES.contains(charset.name());
    }

    /** Returns the character set with this name; null if the name is illegal, unknown, or not in the list. */
    static @Nullable Charset find(String name) {
        Charset charset = any(name);
        return charset != null && has(charset) ? charset : null;
    }

    /**
     * Returns the character set with this name. If the name is unknown or not in the list, returns {@code otherwise} in
     * legacy mode, and throws an exception in strict mode. A blank name names nothing: a client that is no browser sends
     * the field {@code _charset_} as empty as it stands in the page.
     */
    static Charset named(String name, Charset otherwise, Tolerances tolerances) throws FormViolationException {
        Charset charset = any(name);
        if (charset != null && has(charset)) {
            return charset;
        }
        if (name.isBlank()) {
            return otherwise;
        }
        boolean known = charset != null || CharsetLabels.isNotAscii(name.strip());
        tolerances.use(known ? FormViolation.CHARSET_NOT_ASCII : FormViolation.CHARSET_UNKNOWN);
        return otherwise;
    }

    private static @Nullable Charset any(String name) {
        Charset meant = CharsetLabels.find(name.strip());
        if (meant != null) {
            return meant;
        }
        try {
            return Charset.forName(name);
        } catch (IllegalCharsetNameException | UnsupportedCharsetException ignored) {
            // clients may send any text as a name; the caller handles unknown names
            return null;
        }
    }
}
