package dev.ringer.headers;

import java.util.List;

/**
 * Checks names and values for {@link RingerHeaders}, by the rule of the newest JDK. Characters up to 255 are allowed,
 * except CR and LF. A value may continue on the next line, after CR LF and a space or tab. When the server sends the
 * fields, it is stricter: a name must be a token, and a value must not have NUL. It sends continuation lines as one
 * line, and other control characters as spaces.
 */
final class FieldCheck {
    private FieldCheck() {}

    static void name(String name) {
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c == '\r') {
                throw illegalCr();
            }
            check(c);
        }
    }

    static void value(String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '\r') {
                i = endOfFold(value, i);
            } else {
                check(c);
            }
        }
    }

    static List<String> values(List<String> values) {
        for (String value : values) {
            value(value);
        }
        return values;
    }

    private static int endOfFold(String value, int cr) {
        int end = cr + 2;
        if (end >= value.length() || value.charAt(cr + 1) != '\n') {
            throw illegalCr();
        }
        if (value.charAt(end) != ' ' && value.charAt(end) != '\t') {
            throw new IllegalArgumentException("No whitespace found after CRLF in header");
        }
        return end;
    }

    private static void check(char c) {
        if (c == '\n') {
            throw new IllegalArgumentException("Illegal LF found in header");
        }
        if (c > 255) {
            throw new IllegalArgumentException("Illegal character found in header");
        }
    }

    private static IllegalArgumentException illegalCr() {
        return new IllegalArgumentException("Illegal CR found in header");
    }
}
