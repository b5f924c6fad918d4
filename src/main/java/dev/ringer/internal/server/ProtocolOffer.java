package dev.ringer.internal.server;

import dev.ringer.internal.protocol.Protocol;

/**
 * A protocol that a server speaks besides HTTP/1. It is chosen by ALPN after a TLS handshake, or by the first bytes in
 * clear text. Thread-safe.
 */
interface ProtocolOffer {
    /** Returns the protocol's name in ALPN (RFC 7301). */
    String alpnName();

    /** Returns the bytes that its clients send first; null if it is not spoken in clear text. */
    byte[] preface();

    /** Makes the protocol for one loop. */
    Protocol newForLoop();
}
