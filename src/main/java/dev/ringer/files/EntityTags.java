package dev.ringer.files;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Compares the entity tag of a file (RFC 9110, 8.8.3) with the tags in If-Match or If-None-Match. */
final class EntityTags {
    private EntityTags() {}

    static boolean isWeak(String tag) {
        return tag.startsWith("W/");
    }

    /** Returns the weak form of an entity tag, for content with the same meaning but different bytes. */
    static String weak(String tag) {
        return isWeak(tag) ? tag : "W/" + tag;
    }

    /**
     * Whether a field contains an entity tag, or the asterisk that stands for any tag.
     *
     * @param lines the values of {@code If-Match} or {@code If-None-Match}
     * @param tag the entity tag of the current file; null if it has none
     * @param strongly whether weak tags must not match (RFC 9110, 8.8.3.2)
     */
    static boolean match(List<String> lines, @Nullable String tag, boolean strongly) {
        String comparable = tag != null && strongly && isWeak(tag) ? null : tag;
        for (String line : lines) {
            if (line.strip().equals("*") || comparable != null && contains(line, comparable, strongly)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether a field line contains an entity tag. A tag may contain a comma, so the line cannot simply be split at
     * commas.
     */
    private static boolean contains(String line, String tag, boolean strongly) {
        String opaque = isWeak(tag) ? tag.substring(2) : tag;
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
                // the rest of the line is not a list of entity tags
                return false;
            }
            if (!(weak && strongly) && line.regionMatches(quote, opaque, 0, opaque.length())) {
                // the compared text includes the closing quotation mark, so a longer tag cannot match
                return true;
            }
            at = end + 1;
        }
        return false;
    }
}
