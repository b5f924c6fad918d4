package dev.ringer.internal.server;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import dev.ringer.internal.transport.tls.TlsEngines;
import dev.ringer.options.Settings.Http2;
import java.net.InetSocketAddress;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;

/** Makes engines as the application's {@link HttpsConfigurator} wants them. Thread-safe. */
final class ConfiguredEngines implements TlsEngines {
    private final HttpsConfigurator configurator; // null if the application set none
    private final SSLContext context;
    private final boolean overridden;
    private final ApplicationProtocols protocols;

    /**
     * Creates the engines of one server.
     *
     * @param configurator the application's; null if it set none
     * @param context the configurator's context when it was set; null if there was none
     * @param http2 where HTTP/2 is spoken
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
        } catch (NoSuchMethodException | RuntimeException unknown) { // a security manager may forbid the check
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
        parameters.applyTo(engine);
        boolean chosen = engine.getSSLParameters().getApplicationProtocols().length > 0;
        if (!chosen) {
            offerProtocols(engine);
        }
        return engine;
    }

    private void offerProtocols(SSLEngine engine) {
        try {
            engine.setHandshakeApplicationProtocolSelector(protocols);
        } catch (UnsupportedOperationException ignored) { // an engine of the application; it speaks HTTP/1.1
        }
    }
}
