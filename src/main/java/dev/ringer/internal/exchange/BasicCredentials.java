package dev.ringer.internal.exchange;

import com.sun.net.httpserver.Headers;
import java.util.Base64;

/** The grammar of the Basic scheme (RFC 7617). */
final class BasicCredentials {
    private static final String SCHEME = "Basic";

    private BasicCredentials() {}

    /** Whether a request claims to bring credentials of this scheme, but they are malformed. */
    static boolean areMalformed(Headers request) {
        String value = request.getFirst("Authorization");
        if (value == null || !value.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return false;
        }
        try {
            byte[] pair = Base64.getDecoder().decode(value.substring(Math.min(SCHEME.length() + 1, value.length())));
            return indexOfColon(pair) < 0;
        } catch (IllegalArgumentException notBase64) {
            return true;
        }
    }

    private static int indexOfColon(byte[] pair) {
        int at = pair.length - 1;
        while (at >= 0 && pair[at] != ':') {
            at--;
        }
        return at;
    }

    /**
     * Returns the challenge that asks for credentials. The realm stays as it was given, as the JDK's class writes it.
     */
    static String challenge(String realm) {
        return SCHEME + " realm=\"" + realm + '"';
    }
}
