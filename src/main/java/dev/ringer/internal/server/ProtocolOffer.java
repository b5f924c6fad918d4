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
     * Returns the bytes with which clients of this protocol begin in clear text; null if it is not spoken in clear
     * text.
     */
    byte[] preface();

    /** Makes the object that serves this protocol on one loop. */
    Protocol newForLoop();
}
