package dev.ringer.internal.server;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import dev.ringer.internal.transport.tls.TlsEngines;
import dev.ringer.options.Settings.Http2;
import java.net.InetSocketAddress;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;

/** Makes TLS engines with the settings of the application's {@link HttpsConfigurator}. Thread-safe. */
final class ConfiguredEngines implements TlsEngines {
    private final HttpsConfigurator configurator; // null if the application has set none
    private final SSLContext context;
    private final boolean overridden; // whether the application has overridden a method of the configurator
    private final ApplicationProtocols protocols;
    private final UnknownNames unknownNames = new UnknownNames();

    /**
     * Creates the maker of TLS engines for one server.
     *
     * @param context the context that the configurator had when the application set the configurator; null for none
     */
    ConfiguredEngines(HttpsConfigurator configurator, SSLContext context, Http2 http2) {
        this.protocols = new ApplicationProtocols(http2);
        this.configurator = configurator;
        this.context = context;
        this.overridden = configurator != null && overridesConfigure(configurator.getClass());
    }

    private static boolean overridesConfigure(Class<?> type) {
        try {
            return type.getMethod("configure", HttpsParameters.class).getDeclaringClass() != HttpsConfigurator.class
                    || type.getMethod("getSSLContext").getDeclaringClass() != HttpsConfigurator.class;
        } catch (NoSuchMethodException | RuntimeException unknown) {
            // A security manager may forbid the check: assume that application code runs.
            return true;
        }
    }

    @Override
    public boolean configured() {
        return configurator != null;
    }

    @Override
    public boolean runsApplicationCode() {
        return overridden;
    }

    @Override
    public SSLEngine newEngine(InetSocketAddress client) {
        SSLEngine engine = context.createSSLEngine(client.getAddress().getHostAddress(), client.getPort());
        engine.setUseClientMode(false);
        ConnectionParameters parameters = new ConnectionParameters(configurator, client);
        configurator.configure(parameters);
        parameters.applyTo(engine, unknownNames);
        AnyServerName.acceptedBy(engine);
        boolean chosen = engine.getSSLParameters().getApplicationProtocols().length > 0;
        if (!chosen) {
            protocols.offerBy(engine);
        }
        return engine;
    }

    /**
     * Collects what the configurator sets for one connection. Only the thread that calls {@code configure} uses this
     * object.
     */
    private static final class ConnectionParameters extends HttpsParameters {
        private final HttpsConfigurator configurator;
        private final InetSocketAddress clientAddress;
        private SSLParameters sslParameters; // null if the configurator has not set them

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
         * Applies the {@code SSLParameters} to an engine or, if none were set, the single settings. If the single
         * settings both need and want a client certificate, only "need" counts. As with the JDK's server, the names of
         * cipher suites and protocols may be unknown to the JDK; in the {@code SSLParameters} they may not.
         */
        void applyTo(SSLEngine engine, UnknownNames unknown) {
            if (sslParameters != null) {
                engine.setSSLParameters(sslParameters);
                return;
            }
            if (getCipherSuites() != null) {
                String[] standard = engine.getEnabledCipherSuites();
                unknown.setKnown("setCipherSuites", getCipherSuites(), engine::setEnabledCipherSuites, standard);
            }
            if (getProtocols() != null) {
                String[] standard = engine.getEnabledProtocols();
                unknown.setKnown("setProtocols", getProtocols(), engine::setEnabledProtocols, standard);
            }
            if (getNeedClientAuth()) {
                engine.setNeedClientAuth(true);
            } else if (getWantClientAuth()) {
                engine.setWantClientAuth(true);
            }
        }
    }
}
