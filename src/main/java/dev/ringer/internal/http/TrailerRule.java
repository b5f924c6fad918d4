package dev.ringer.internal.http;

import dev.ringer.internal.names.FieldLines;
import dev.ringer.internal.names.KnownNames;

/**
 * Decides which fields may stand in a trailer section (RFC 9110, 6.5.1). Fields that a recipient needs before the
 * content are forbidden: fields for framing, routing, authentication, control of the request or response, and the
 * format of the content.
 */
public final class TrailerRule {
    private static final boolean[] FORBIDDEN = new boolean[KnownNames.count()];

    static {
        String forbidden = """
                Host Connection Content-Length Transfer-Encoding Expect Upgrade Date Keep-Alive TE Trailer
                Max-Forwards Proxy-Connection Via Forwarded X-Forwarded-For X-Forwarded-Host X-Forwarded-Port
                X-Forwarded-Prefix X-Forwarded-Proto X-Real-IP
                Authorization Cookie Proxy-Authenticate Proxy-Authorization Set-Cookie WWW-Authenticate
                Age Cache-Control Expires If-Match If-Modified-Since If-None-Match If-Range If-Unmodified-Since
                Location Pragma Range Retry-After Vary Warning""";
        for (String name : forbidden.split("\\s+")) {
            FORBIDDEN[KnownNames.indexOf(name)] = true;
        }
    }

    private TrailerRule() {}

    /**
     * Whether a field may stand in a trailer section.
     *
     * @param name the field's name in normal form, such as {@code Content-type}
     */
    public static boolean allows(String name) {
        return allows(KnownNames.indexOf(name), name);
    }

    /** Whether the field line with the index {@code line} may stand in a trailer section. */
    public static boolean allows(FieldLines lines, int line) {
        return allows(lines.knownName(line), lines.name(line));
    }

    private static boolean allows(int known, String name) {
        if (known >= 0 && FORBIDDEN[known]) {
            return false;
        }
        // Content- fields are forbidden, except digests: Content-Digest (RFC 9530, 2) and the older Content-MD5
        return !name.startsWith("Content-") || name.equals("Content-digest") || name.equals("Content-md5");
    }
}
