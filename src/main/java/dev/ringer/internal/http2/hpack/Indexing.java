package dev.ringer.internal.http2.hpack;

import dev.ringer.internal.names.KnownNames;
import java.util.Arrays;

/** Decides when a line of a response goes into the dynamic table (RFC 7541, 6.2 and 7.1). */
enum Indexing {
    /** The line enters the table when it is first sent, because many responses usually have the same value. */
    AT_ONCE,
    /** The line enters the table when it is sent again, because each response may have a different value. */
    WHEN_REPEATED,
    /** The line is secret: neither this server nor a proxy may store it in a table. */
    NEVER;

    private static final Indexing[] BY_KNOWN = new Indexing[KnownNames.count()];

    static {
        Arrays.fill(BY_KNOWN, WHEN_REPEATED);
        set(
                AT_ONCE,
                "Server",
                "Content-Type",
                "Content-Encoding",
                "Content-Language",
                "Cache-Control",
                "Vary",
                "Accept-Ranges",
                "Allow",
                "Alt-Svc",
                "Access-Control-Allow-Credentials",
                "Access-Control-Allow-Headers",
                "Access-Control-Allow-Methods",
                "Access-Control-Allow-Origin",
                "Access-Control-Expose-Headers",
                "Access-Control-Max-Age",
                "Content-Security-Policy",
                "Cross-Origin-Opener-Policy",
                "Cross-Origin-Resource-Policy",
                "Permissions-Policy",
                "Pragma",
                "Referrer-Policy",
                "Strict-Transport-Security",
                "Via",
                "X-Content-Type-Options",
                "X-Frame-Options",
                "X-Powered-By",
                "X-XSS-Protection");
        set(NEVER, "Authorization", "Proxy-Authorization", "Cookie", "Set-Cookie", "X-API-Key");
    }

    private static void set(Indexing indexing, String... names) {
        for (String name : names) {
            BY_KNOWN[KnownNames.indexOf(name)] = indexing;
        }
    }

    /**
     * Returns the rule for response lines with this field name.
     *
     * @param known the index of the field name in {@link KnownNames}; {@link KnownNames#UNKNOWN} for an unknown name
     */
    static Indexing of(int known) {
        return known >= 0 ? BY_KNOWN[known] : WHEN_REPEATED;
    }
}
