package dev.ringer.internal.server;

import dev.ringer.internal.protocol.Protocol;

/**
 * A protocol that a server speaks besides HTTP/1. A client chooses it by ALPN in a TLS handshake, or by its first bytes
 * in clear text. Thread-safe.
 */
interface ProtocolOffer {
    /** Returns the protocol's name in ALPN (RFC 7301). */
    String alpnName();

    /**
     * Returns the bytes that clients of this protocol send first; null if the server does not speak it in clear text.
     */
    byte[] preface();

    /** Makes the protocol for one loop. */
    Protocol newForLoop();
}
