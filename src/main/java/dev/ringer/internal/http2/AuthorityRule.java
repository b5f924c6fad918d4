package dev.ringer.internal.http2;

/** Decides which octets are a valid host with an optional port (RFC 9110, 7.2), without userinfo. */
@FunctionalInterface
interface AuthorityRule {
    /** Accepts everything. As with HTTP/1.1, a request may then also have no host, or several. */
    AuthorityRule NONE = (bytes, from, to) -> true;

    /** Whether these octets are valid. There is at least one octet. */
    boolean isValid(byte[] bytes, int from, int to);
}
