package dev.ringer.internal.jfr;

import dev.ringer.internal.observe.HandshakeRecord;
import dev.ringer.internal.observe.LogText;
import java.net.InetSocketAddress;
import javax.net.ssl.SSLSession;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/**
 * The Flight Recorder event for one TLS handshake. If the client already has too many handshakes in progress, a
 * {@link ShedLoadEvent} is recorded instead.
 */
@Name("dev.ringer.TlsHandshake")
@Label("TLS Handshake")
@Category("Ringer")
@Description("From the client's first byte until the handshake was complete or had failed")
@StackTrace(false)
final class HandshakeEvent extends ClientEvent implements HandshakeRecord {
    @Label("Completed")
    boolean completed;

    @Label("Protocol")
    @Description("Such as TLSv1.3; this field and the next three are missing or false if the handshake failed")
    String protocol;

    @Label("Cipher Suite")
    String cipherSuite;

    @Label("Resumed")
    @Description("Whether the handshake resumed an earlier session")
    boolean resumed;

    @Label("Application Protocol")
    @Description("The protocol that ALPN has negotiated, such as h2; empty if there is none")
    String applicationProtocol;

    @Label("Failure")
    @Description("Missing if the handshake was completed, or if the client left or was too slow")
    String failure;

    HandshakeEvent() {
        begin();
    }

    @Override
    public void failed(Throwable cause) {
        failure = LogText.line(cause);
    }

    @Override
    public void end(InetSocketAddress client, SSLSession session, boolean ofEarlier, String alpn) {
        end();
        if (!shouldCommit()) {
            return;
        }
        setClient(client);
        completed = session != null;
        if (completed) {
            protocol = session.getProtocol();
            cipherSuite = session.getCipherSuite();
            resumed = ofEarlier;
            applicationProtocol = alpn;
        }
        commit();
    }
}
