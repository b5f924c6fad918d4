package dev.ringer.files;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates the {@code Accept-Encoding} field of a request (RFC 9110, 12.5.3). The field gives each content coding a
 * weight such as {@code q=0.5}. Here a weight is an integer, in thousandths. A malformed list member is ignored, and a
 * malformed weight counts as 0.
 */
final class AcceptEncoding {
    private static final int FULL = 1000;
    private static final int MAX_MEMBERS = 32;
    private static final int UNSAID = -1;

    private final List<String> lines;

    /** Takes the value of each line of the field; null if the request has no such field. */
    AcceptEncoding(@Nullable List<String> lines) {
        this.lines = lines == null ? List.of() : lines;
    }

    /**
     * Returns the weight that the client gives to a content coding, from 0 (not acceptable) to 1000. {@code token} is
     * the name of the coding in lower case.
     */
    int weightOf(String token) {
        int weight = named(token);
        if (weight == UNSAID && token.equals("gzip")) {
            weight = named("x-gzip"); // x-gzip has the same meaning as gzip (RFC 9110, 8.4.1.3)
        }
        return Math.max(0, weight == UNSAID ? named("*") : weight);
    }

    /**
     * Returns the weight that the client gives to content without a coding ({@code identity}). Returns 0 if the field
     * does not name {@code identity}, so that {@link #prefers} is true for every coding that the client accepts.
     */
    int weightOfIdentity() {
        return Math.max(0, named("identity"));
    }

    /** Whether the client accepts the coding, and gives it at least the same weight as content without a coding. */
    boolean prefers(String token) {
        int weight = weightOf(token);
        return weight > 0 && weight >= weightOfIdentity();
    }

    private int named(String token) {
        int members = 0;
        for (String line : lines) {
            for (int from = 0; from < line.length() && members < MAX_MEMBERS; members++) {
                int comma = line.indexOf(',', from);
                int to = comma < 0 ? line.length() : comma;
                int weight = weightIn(line, from, to, token);
                if (weight != UNSAID) {
                    return weight;
                }
                from = to + 1;
            }
        }
        return UNSAID;
    }

    private static int weightIn(String line, int start, int to, String token) {
        int from = start;
        while (from < to && (line.charAt(from) == ' ' || line.charAt(from) == '\t')) {
            from++;
        }
        if (!line.regionMatches(true, from, token, 0, token.length())) {
            return UNSAID;
        }
        String rest = line.substring(from + token.length(), to).strip();
        if (rest.isEmpty()) {
            return FULL;
        }
        return rest.charAt(0) == ';' ? quality(rest.substring(1).strip().toLowerCase(Locale.ROOT)) : UNSAID;
    }

    /**
     * Returns the weight in a parameter such as {@code q=0.5}, in thousandths. A malformed weight is 0, because a
     * weight that is too low does less harm than one that is too high.
     */
    private static int quality(String parameter) {
        String value = parameter.startsWith("q=") ? parameter.substring(2) : "";
        if (!value.matches("0(\\.\\d{0,3})?|1(\\.0{0,3})?")) {
            return 0;
        }
        return (int) Math.round(Double.parseDouble(value) * FULL);
    }
}
