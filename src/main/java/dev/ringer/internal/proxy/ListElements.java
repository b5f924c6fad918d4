package dev.ringer.internal.proxy;

import dev.ringer.internal.names.FieldLines;

/**
 * The elements of a field that is a list (RFC 9110, 5.6.1), from the last to the first over all its lines; empty ones do not count.
 * Nothing before the elements that are asked for is looked at, so that a quote that a client has left open swallows no other element.
 */
final class ListElements {
    private final FieldLines lines;
    private final String name;
    private final boolean quotes;

    private int line;
    private String value = "";
    private int end = -1; // of what is left of the value; -1 for nothing

    /**
     * The elements of one field.
     *
     * @param lines all field lines
     * @param name its name in normal form
     * @param quotes whether a comma within quotes separates nothing
     */
    ListElements(FieldLines lines, String name, boolean quotes) {
        this.lines = lines;
        this.name = name;
        this.quotes = quotes;
        this.line = lines.count();
    }

    /** The next one to the left, without the white space around it; null if there is none. */
    String next() {
        while (end >= 0 || lineBefore()) {
            int begin = beginOfElement();
            String element = value.substring(begin, end).strip();
            end = begin - 1;
            if (!element.isEmpty()) {
                return element;
            }
        }
        return null;
    }

    private boolean lineBefore() {
        while (--line >= 0) {
            if (lines.hasName(line, name)) {
                value = lines.value(line);
                end = value.length();
                return true;
            }
        }
        return false;
    }

    private int beginOfElement() {
        boolean quoted = false;
        int begin = end;
        while (begin > 0 && (quoted || value.charAt(begin - 1) != ',')) {
            begin--;
            if (quotes && value.charAt(begin) == '"') {
                quoted = !quoted || isEscaped(begin);
            }
        }
        return begin;
    }

    private boolean isEscaped(int at) {
        int backslashes = 0;
        while (backslashes < at && value.charAt(at - 1 - backslashes) == '\\') {
            backslashes++;
        }
        return backslashes % 2 == 1;
    }
}
