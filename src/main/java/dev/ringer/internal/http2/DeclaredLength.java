package dev.ringer.internal.http2;

/** Compares the length of request content with the Content-Length of the request (RFC 9113, 8.1.1). Not thread-safe. */
final class DeclaredLength {
    /** The declared length of a message without Content-Length. */
    static final long NONE = -1;

    private final long declared;
    private long received;

    /** Makes a check for a request with this Content-Length; {@link #NONE} for a request without Content-Length. */
    DeclaredLength(long declared) {
        this.declared = declared;
    }

    /** Returns the Content-Length; {@link #NONE} if the message has none. */
    long declared() {
        return declared;
    }

    /** Counts octets of content, padding excluded. Returns false if the content is now longer than declared. */
    boolean receive(int octets) {
        received += octets;
        return declared == NONE || received <= declared;
    }

    /** Whether the content may end here: all declared octets have arrived, or no length was declared. */
    boolean complete() {
        return declared == NONE || received == declared;
    }
}
