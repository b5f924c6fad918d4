package dev.ringer.options;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Finds the known name that is nearest to a mistyped name, for a hint in an error message. */
final class NearestName {
    /** A name counts as near if it has at most one typing error for each four letters. */
    private static final int LETTERS_PER_ERROR = 4;

    private NearestName() {}

    /** Returns the known name that is nearest to a name; null if no known name is near. */
    static @Nullable String of(String name, List<String> known) {
        String best = null;
        int tooMany = name.length() / LETTERS_PER_ERROR + 1;
        int least = tooMany;
        String lower = name.toLowerCase(Locale.ROOT);
        String lastPart = lower.substring(lower.lastIndexOf('.') + 1);
        for (String candidate : known) {
            String other = candidate.toLowerCase(Locale.ROOT);
            int errors = distance(lower, other);
            if (errors < tooMany && other.endsWith(lastPart)) {
                errors = Math.min(errors, 1); // only a word such as "max" is missing
            }
            if (errors < least) {
                least = errors;
                best = candidate;
            }
        }
        return best;
    }

    /**
     * Returns how many letters must be inserted, removed or changed to turn one name into the other (Levenshtein
     * distance).
     */
    private static int distance(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int changed = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(changed, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[to.length()];
    }
}
