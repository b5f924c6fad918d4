package dev.ringer.internal.http2.flow;

/**
 * Packs the priority of a response (RFC 9218, 4) into an int. The priority consists of the urgency, from 0 (the
 * highest) to 7, and of the flag "incremental". The flag means that the client can use the response piece by piece.
 */
public final class Priority {
    public static final int LEVELS = 8;

    /** The priority of a response for which the client has sent no priority. */
    public static final int DEFAULT = of(3, false);

    private static final int INCREMENTAL = 8;

    private Priority() {}

    /**
     * Parses the value of a Priority field or of a PRIORITY_UPDATE frame. Ignores members other than {@code u} and
     * {@code i}, invalid values, and parameters. May misread a string that contains a comma, because a full parser
     * costs too much for a hint.
     */
    public static int parse(byte[] value, int length) {
        int urgency = urgency(DEFAULT);
        boolean incremental = false;
        boolean memberBegins = true;
        for (int at = 0; at < length; at++) {
            byte octet = value[at];
            if (memberBegins && octet == 'u' && endsMember(value, at + 3, length) && value[at + 1] == '=') {
                int number = value[at + 2] - '0';
                urgency = number >= 0 && number < LEVELS ? number : urgency;
            } else if (memberBegins && octet == 'i') {
                boolean explicit = endsMember(value, at + 4, length) && value[at + 1] == '=' && value[at + 2] == '?';
                incremental = explicit ? value[at + 3] == '1' : endsMember(value, at + 1, length);
            }
            memberBegins = octet == ',' || memberBegins && (octet == ' ' || octet == '\t');
        }
        return of(urgency, incremental);
    }

    private static boolean endsMember(byte[] value, int at, int length) {
        return at == length || at < length && " \t,;".indexOf(value[at]) >= 0;
    }

    public static int of(int urgency, boolean incremental) {
        return incremental ? urgency | INCREMENTAL : urgency;
    }

    public static int urgency(int priority) {
        return priority & LEVELS - 1;
    }

    public static boolean incremental(int priority) {
        return (priority & INCREMENTAL) != 0;
    }
}
