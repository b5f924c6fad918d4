package dev.ringer.internal.observe;

import java.net.InetSocketAddress;
import javax.net.ssl.SSLSession;

/** Records one TLS handshake. The loop of the connection calls it, or a thread that does a step of the handshake. */
public interface HandshakeRecord {
    /**
     * Records that the handshake fails.
     *
     * @param cause what was thrown
     */
    void failed(Throwable cause);

    /**
     * Ends the record, because the handshake has ended. Called once.
     *
     * @param client the client that began the handshake
     * @param session the session that was agreed on; null if there is none
     * @param resumed whether the handshake resumed an earlier session
     * @param applicationProtocol the protocol that was agreed on by ALPN; empty if there is none
     */
    void end(InetSocketAddress client, SSLSession session, boolean resumed, String applicationProtocol);
}
