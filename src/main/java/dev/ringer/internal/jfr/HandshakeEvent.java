package dev.ringer.internal.jfr;

import dev.ringer.internal.observe.HandshakeResult;
import java.util.function.Consumer;
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
@Description("A TLS handshake, from the client's first byte until it was complete or failed")
@StackTrace(false)
final class HandshakeEvent extends ClientEvent implements Consumer<HandshakeResult> {
    @Label("Completed")
    boolean completed;

    @Label("Protocol")
    @Description(
            "TLS version, such as TLSv1.3; if the handshake failed, this field and the next three are missing or false")
    String protocol;

    @Label("Cipher Suite")
    String cipherSuite;

    @Label("Resumed")
    @Description("Whether the handshake resumed an earlier session")
    boolean resumed;

    @Label("Application Protocol")
    @Description("Protocol negotiated by ALPN, such as h2; empty if there is none")
    String applicationProtocol;

    @Label("Failure")
    @Description("Why the handshake failed; missing if it was completed, or the client disconnected or was too slow")
    String failure;

    HandshakeEvent() {
        begin();
    }

    @Override
    public void accept(HandshakeResult result) {
        end();
        if (!shouldCommit()) {
            return;
        }
        setClient(result.client());
        SSLSession session = result.session();
        completed = session != null;
        if (completed) {
            protocol = session.getProtocol();
            cipherSuite = session.getCipherSuite();
            resumed = result.resumed();
            applicationProtocol = result.applicationProtocol();
        } else {
            failure = result.failure();
        }
        commit();
    }
}
