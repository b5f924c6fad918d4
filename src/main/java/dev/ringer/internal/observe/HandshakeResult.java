package dev.ringer.internal.observe;

import java.net.InetSocketAddress;
import javax.net.ssl.SSLSession;

/**
 * How a TLS handshake has ended, for the Flight Recorder.
 *
 * @param session the session that was negotiated; null if the handshake has failed
 * @param resumed whether the handshake resumed an earlier session
 * @param applicationProtocol the protocol that was chosen by ALPN; empty if there is none
 * @param failure a line about the exception that made the handshake fail; null if the client has left or was too slow
 */
public record HandshakeResult(
        InetSocketAddress client, SSLSession session, boolean resumed, String applicationProtocol, String failure) {}
