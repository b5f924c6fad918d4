package dev.ringer.internal.proxy;

import dev.ringer.internal.names.FieldLines;

/**
 * Reads the elements of a list field (RFC 9110, 5.6.1) from the last to the first, over all lines of the field. So a
 * client that sends an opening quote without a closing one cannot hide the elements that proxies append. Skips empty
 * elements.
 */
final class ListElements {
    private final FieldLines lines;
    private final String name;
    private final boolean quotes;

    private int line;
    private String value = "";
    private int end = -1; // index at which the unread part of the value ends; -1 if the whole value has been read

    /**
     * Creates a reader for a field, whose name is in normal form. If {@code quotes} is true, a comma within quotes does
     * not end an element.
     */
    ListElements(FieldLines lines, String name, boolean quotes) {
        this.lines = lines;
        this.name = name;
        this.quotes = quotes;
        this.line = lines.count();
    }

    /** Returns the element before the previous result, without white space around it; null if there is none. */
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
