package dev.ringer.observe;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates the {@code Accept} field of a request (RFC 9110, 12.5.1) for one media type with a version. Of the media
 * ranges that match, the most specific one decides. Ranges that are malformed are ignored, and a malformed weight counts
 * as 0.
 */
final class AcceptedTypes {
    private static final int MAX_RANGES = 32;

    /** How exactly a media range names a media type. */
    private enum Match {
        NONE,
        ANYTHING,
        MAIN_TYPE,
        OTHER_VERSION, // names the type, but another version of it
        TYPE,
        VERSION
    }

    private final String type;
    private final String version;
    private final String anySubtype;

    private Match best = Match.NONE;
    private int weight; // of the best match, in thousandths

    /** Finds what the client says of a media type. {@code type} is in lower case. */
    AcceptedTypes(List<String> lines, String type, String version) {
        this.type = type;
        this.version = version;
        this.anySubtype = type.substring(0, type.indexOf('/') + 1) + '*';
        int left = MAX_RANGES;
        for (String line : lines) {
            for (int from = 0; from < line.length() && left > 0; left--) {
                int to = end(line, from, ',');
                consider(line.substring(from, to).toLowerCase(Locale.ROOT));
                from = to + 1;
            }
        }
    }

    /** Returns the weight that the client gives to the media type, from 0 (not acceptable) to 1000. */
    int weight() {
        return weight;
    }

    /** Whether the client names the media type itself, and not only types such as {@code *}{@code /*}. */
    boolean named() {
        return best.compareTo(Match.OTHER_VERSION) >= 0;
    }

    private void consider(String range) {
        int at = end(range, 0, ';');
        String name = range.substring(0, at).strip();
        String ofVersion = null;
        int quality = 1000;
        while (at < range.length()) {
            int next = end(range, at + 1, ';');
            String parameter = range.substring(at + 1, next).strip();
            if (parameter.startsWith("q=")) {
                quality = quality(parameter.substring(2));
            } else if (parameter.startsWith("version=")) {
                ofVersion = parameter.substring("version=".length()).replace("\"", "");
            }
            at = next;
        }
        Match match = match(name, ofVersion);
        boolean refusesOther = match == Match.OTHER_VERSION && quality == 0;
        int order = match.compareTo(best);
        if (!refusesOther && (order > 0 || order == 0 && match != Match.NONE && quality > weight)) {
            best = match;
            weight = quality;
        }
    }

    private Match match(String name, @Nullable String ofVersion) {
        if (name.equals(type)) {
            return ofVersion == null ? Match.TYPE : ofVersion.equals(version) ? Match.VERSION : Match.OTHER_VERSION;
        }
        return name.equals(anySubtype) ? Match.MAIN_TYPE : name.equals("*/*") ? Match.ANYTHING : Match.NONE;
    }

    private static int quality(String value) {
        boolean valid = value.matches("0(\\.\\d{0,3})?|1(\\.0{0,3})?");
        return valid ? (int) Math.round(Double.parseDouble(value) * 1000) : 0;
    }

    /** Returns the index of the next separator that is not within quotes; the length of the text if there is none. */
    private static int end(String text, int from, char separator) {
        boolean quoted = false;
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quoted && c == '\\') {
                i++;
            } else if (c == '"') {
                quoted = !quoted;
            } else if (c == separator && !quoted) {
                return i;
            }
        }
        return text.length();
    }
}
