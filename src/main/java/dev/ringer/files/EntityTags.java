package dev.ringer.files;

import java.util.List;

/** Compares entity tags (RFC 9110, 8.8.3) with the lists of tags in conditional requests. */
final class EntityTags {
    private EntityTags() {}

    static boolean isWeak(String tag) {
        return tag.startsWith("W/");
    }

    /** Returns the weak form of a tag, for a representation with the same meaning but other bytes. */
    static String weak(String tag) {
        return isWeak(tag) ? tag : "W/" + tag;
    }

    /**
     * Whether one of the tags in the field lines matches, or one of them is {@code *}.
     *
     * @param lines the values of {@code If-Match} or {@code If-None-Match}
     * @param tag the current tag
     * @param strongly whether weak tags never match (RFC 9110, 8.8.3.2)
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

    /** Whether a field line contains a tag. A tag may contain a comma, so the list cannot simply be split. */
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
                // the rest is not a list of tags
                return false;
            }
            if (!(weak && strongly) && line.regionMatches(quote, opaque, 0, opaque.length())) {
                // the opaque part ends with a quotation mark, so a longer tag cannot match
                return true;
            }
            at = end + 1;
        }
        return false;
    }

    private static String opaque(String tag) {
        return isWeak(tag) ? tag.substring(2) : tag;
    }
}
