package dev.ringer.internal.server;

import dev.ringer.internal.protocol.Protocol;

/**
 * A protocol that a server speaks besides HTTP/1: chosen by ALPN after a TLS handshake, by the first bytes in clear text.
 * Thread-safe.
 */
interface ProtocolOffer {
    /** Its name in ALPN (RFC 7301). */
    String alpnName();

    /** What its clients send first; null if it is not spoken in clear text. */
    byte[] preface();

    /** Makes its side of one loop. */
    Protocol newForLoop();
}
