package dev.ringer.internal.observe;

import java.net.InetSocketAddress;
import javax.net.ssl.SSLSession;

/** What is recorded of one TLS handshake. Its loop tells it, or a thread that does a step of it. */
public interface HandshakeRecord {
    /**
     * It fails.
     *
     * @param cause what was thrown
     */
    void failed(Throwable cause);

    /**
     * It has ended, once.
     *
     * @param client who has begun it
     * @param session what was agreed upon; null if nothing was
     * @param resumed whether it went on with an earlier session
     * @param applicationProtocol what was agreed upon by ALPN; empty for nothing
     */
    void end(InetSocketAddress client, SSLSession session, boolean resumed, String applicationProtocol);
}
