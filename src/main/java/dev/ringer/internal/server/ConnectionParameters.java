package dev.ringer.internal.server;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import java.net.InetSocketAddress;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;

/**
 * Collects what an application's configurator sets for one connection. One thread uses it, during {@code configure}.
 */
final class ConnectionParameters extends HttpsParameters {
    private final HttpsConfigurator configurator;
    private final InetSocketAddress clientAddress;
    private SSLParameters sslParameters; // null unless set

    ConnectionParameters(HttpsConfigurator configurator, InetSocketAddress clientAddress) {
        this.configurator = configurator;
        this.clientAddress = clientAddress;
    }

    @Override
    public HttpsConfigurator getHttpsConfigurator() {
        return configurator;
    }

    @Override
    public InetSocketAddress getClientAddress() {
        return clientAddress;
    }

    @Override
    public void setSSLParameters(SSLParameters parameters) {
        sslParameters = parameters;
    }

    /**
     * Applies what was set: the {@code SSLParameters} if there are any, otherwise the single settings. Among those,
     * need wins over want.
     */
    void applyTo(SSLEngine engine) {
        if (sslParameters != null) {
            engine.setSSLParameters(sslParameters);
            return;
        }
        if (getCipherSuites() != null) {
            engine.setEnabledCipherSuites(getCipherSuites());
        }
        if (getProtocols() != null) {
            engine.setEnabledProtocols(getProtocols());
        }
        if (getNeedClientAuth()) {
            engine.setNeedClientAuth(true);
        } else if (getWantClientAuth()) {
            engine.setWantClientAuth(true);
        }
    }
}
