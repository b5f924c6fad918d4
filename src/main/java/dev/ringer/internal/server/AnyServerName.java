package dev.ringer.internal.server;

import java.util.Collection;
import java.util.List;
import javax.net.ssl.SNIMatcher;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.StandardConstants;

/**
 * Accepts every host name that a client asks for (SNI). With this matcher, the JDK resumes a session only for the host
 * name with which the session began, as RFC 6066, 3 demands. Without a matcher, a client could take the session of one
 * host to another, and handlers would see the name and the client certificate of the former. Thread-safe.
 */
final class AnyServerName extends SNIMatcher {
    private static final Collection<SNIMatcher> ONLY = List.of(new AnyServerName());

    private AnyServerName() {
        super(StandardConstants.SNI_HOST_NAME);
    }

    /** Makes an engine accept every name, unless the application has set what it accepts. */
    static void acceptedBy(SSLEngine engine) {
        SSLParameters parameters = engine.getSSLParameters();
        Collection<SNIMatcher> set = parameters.getSNIMatchers();
        if (set == null || set.isEmpty()) {
            parameters.setSNIMatchers(ONLY);
            engine.setSSLParameters(parameters);
        }
    }

    @Override
    public boolean matches(SNIServerName name) {
        return true;
    }
}
