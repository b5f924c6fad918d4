package dev.ringer.internal.observe;

import java.net.InetSocketAddress;
import javax.net.ssl.SSLSession;

/**
 * Records one TLS handshake for the Flight Recorder. Called on the loop of the connection, or on a thread that computes
 * a part of the handshake.
 */
public interface HandshakeRecord {
    /** Records the exception that makes the handshake fail. */
    void failed(Throwable cause);

    /**
     * Completes the record, because the handshake has ended. Called once.
     *
     * @param session the session that was negotiated; null if the handshake has failed
     * @param resumed whether the handshake resumed an earlier session
     * @param applicationProtocol the protocol that was chosen by ALPN; empty if there is none
     */
    void end(InetSocketAddress client, SSLSession session, boolean resumed, String applicationProtocol);
}
