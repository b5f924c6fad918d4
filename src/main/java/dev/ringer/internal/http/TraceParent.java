package dev.ringer.internal.http;

import dev.ringer.internal.names.FieldLines;
import dev.ringer.internal.names.KnownNames;

/** Reads the trace id from the field {@code traceparent} (W3C Trace Context, level 1, section 3.2). */
public final class TraceParent {
    private static final int NAME = KnownNames.indexOf("traceparent");
    private static final int TRACE_ID = 3; // index at which the trace id begins, after the version
    private static final int PARENT_ID = 36;
    private static final int FLAGS = 53;
    private static final int LENGTH = 55;

    private TraceParent() {}

    /**
     * Returns the trace id of a request: 32 hexadecimal digits. Null if the request has no valid {@code traceparent},
     * or has several of them.
     */
    public static String traceId(FieldLines request) {
        String only = null;
        for (int line = 0; line < request.count(); line++) {
            if (request.knownName(line) == NAME) {
                if (only != null) {
                    return null;
                }
                only = request.value(line);
            }
        }
        return only != null && valid(only) ? only.substring(TRACE_ID, PARENT_ID - 1) : null;
    }

    /** Whether a field value is valid. A version after 00 may append another dash and more text. */
    private static boolean valid(String value) {
        boolean first = value.startsWith("00");
        return (value.length() == LENGTH || !first && value.length() > LENGTH && value.charAt(LENGTH) == '-')
                && isHex(value, 0, 2)
                && !value.startsWith("ff")
                && value.charAt(TRACE_ID - 1) == '-'
                && isId(value, TRACE_ID, PARENT_ID - 1)
                && value.charAt(PARENT_ID - 1) == '-'
                && isId(value, PARENT_ID, FLAGS - 1)
                && value.charAt(FLAGS - 1) == '-'
                && isHex(value, FLAGS, LENGTH);
    }

    /** Whether the characters in [from, to) are an id: hexadecimal digits that are not all zero. */
    private static boolean isId(String value, int from, int to) {
        int at = from;
        while (at < to && value.charAt(at) == '0') {
            at++;
        }
        return at < to && isHex(value, from, to);
    }

    private static boolean isHex(String value, int from, int to) {
        for (int i = from; i < to; i++) {
            char c = value.charAt(i);
            if (!(c >= '0' && c <= '9' || c >= 'a' && c <= 'f')) {
                return false;
            }
        }
        return true;
    }
}
