package dev.ringer.files;

import java.util.List;

/** Entity tags (RFC 9110, 8.8.3) and the lists of them in conditional requests. */
final class EntityTags {
    private EntityTags() {}

    static boolean isWeak(String tag) {
        return tag.startsWith("W/");
    }

    /** The tag for a representation that means the same without being the same bytes. */
    static String weak(String tag) {
        return isWeak(tag) ? tag : "W/" + tag;
    }

    /**
     * Whether one of the tags in the field lines matches, or one of them is {@code *}.
     *
     * @param lines the values of {@code If-Match} or {@code If-None-Match}
     * @param tag the current tag
     * @param strongly whether two weak tags never match (RFC 9110, 8.8.3.2)
     */
    static boolean match(List<String> lines, String tag, boolean strongly) {
        if (strongly && isWeak(tag)) {
            return lines.stream().anyMatch(line -> line.strip().equals("*"));
        }
        for (String line : lines) {
            if (line.strip().equals("*") || contains(line, tag, strongly)) {
                return true;
            }
        }
        return false;
    }

    /** Goes from tag to tag. A comma may stand inside a tag, so that the list cannot simply be split. */
    private static boolean contains(String line, String tag, boolean strongly) {
        String opaque = opaque(tag);
        int at = 0;
        while (at < line.length()) {
            char next = line.charAt(at);
            if (next == ' ' || next == '\t' || next == ',') {
                at++;
                continue;
            }
            boolean weak = line.startsWith("W/", at);
            int quote = weak ? at + 2 : at;
            int end = quote < line.length() && line.charAt(quote) == '"' ? line.indexOf('"', quote + 1) : -1;
            if (end < 0) {
                return false; // the rest is no list of tags
            }
            if (!(weak && strongly) && line.regionMatches(quote, opaque, 0, opaque.length())) {
                return true; // the opaque part ends with a quotation mark, so that a longer one cannot match
            }
            at = end + 1;
        }
        return false;
    }

    private static String opaque(String tag) {
        return isWeak(tag) ? tag.substring(2) : tag;
    }
}
