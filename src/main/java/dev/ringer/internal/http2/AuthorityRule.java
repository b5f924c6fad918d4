package dev.ringer.internal.http2;

/** Which octets are a host and perhaps a port (RFC 9110, 7.2), without userinfo. */
@FunctionalInterface
interface AuthorityRule {
    /** No check at all: as with HTTP/1.1, there may also be none, or several. */
    AuthorityRule NONE = (bytes, from, to) -> true;

    /** Whether these octets, which are not none, are valid. */
    boolean isValid(byte[] bytes, int from, int to);
}
