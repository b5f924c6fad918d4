package dev.ringer.internal.observe;

import java.net.InetSocketAddress;
import javax.net.ssl.SSLSession;

/**
 * Records one TLS handshake. Its methods run on the loop of the connection, or on a thread that does a step of the
 * handshake.
 */
public interface HandshakeRecord {
    /** Records the exception with which the handshake fails. */
    void failed(Throwable cause);

    /**
     * Ends the record, because the handshake has ended. Called once.
     *
     * @param session the session that client and server have negotiated; null if the handshake has failed
     * @param resumed whether the handshake resumed an earlier session
     * @param applicationProtocol the protocol that ALPN has negotiated; empty if there is none
     */
    void end(InetSocketAddress client, SSLSession session, boolean resumed, String applicationProtocol);
}
