package dev.ringer.internal.exchange;

import dev.ringer.internal.names.FieldLines;
import dev.ringer.internal.names.KnownNames;

/**
 * Recognizes requests whose client may wait for a part of the response before it sends the rest of the request body.
 * They say so by their content type (gRPC and Connect), by the field {@code Incremental}
 * (draft-ietf-httpbis-incremental), or their context says so: by an attribute, or because its handler has served a
 * stream in both directions before. For other requests, a pause of the client decides.
 */
final class BothWays {
    private static final int CONTENT_TYPE = KnownNames.indexOf("content-type");
    private static final String[] TYPES = {"application/grpc", "application/connect+"};
    private static final String INCREMENTAL = "Incremental";

    private BothWays() {}

    /** Whether the head of the request says that its body and the response flow at the same time. */
    static boolean announcedBy(FieldLines head) {
        for (int line = 0; line < head.count(); line++) {
            boolean type = head.knownName(line) == CONTENT_TYPE;
            if (type && isOfStream(head.value(line))) {
                return true;
            }
            if (!type && head.hasName(line, INCREMENTAL)) {
                return head.value(line).startsWith("?1"); // a boolean of RFC 9651, which may have parameters
            }
        }
        return false;
    }

    private static boolean isOfStream(String value) {
        for (String type : TYPES) {
            if (value.regionMatches(true, 0, type, 0, type.length())) {
                return true;
            }
        }
        return false;
    }

    /** Whether the context lifts the time limits for bodies that wait for the response. */
    static boolean allowedBy(ServerContext context) {
        return Boolean.FALSE.equals(context.getAttributes().get(ExchangeAttributes.BODY_TIME_LIMITS));
    }
}
