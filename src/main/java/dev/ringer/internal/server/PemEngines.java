package dev.ringer.internal.server;

import dev.ringer.internal.transport.tls.TlsEngines;
import dev.ringer.options.ServerOptions;
import dev.ringer.options.Settings;
import dev.ringer.options.TlsOptions;
import dev.ringer.tls.PemContext;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;

/** Makes TLS engines with the certificates and keys from PEM files that the settings name. Thread-safe. */
final class PemEngines implements TlsEngines {
    private final TlsOptions options;
    private final SSLContext context;
    private final ApplicationProtocols protocols;

    private PemEngines(TlsOptions options, SSLContext context, ApplicationProtocols protocols) {
        this.options = options;
        this.context = context;
        this.protocols = protocols;
    }

    /**
     * Reads the PEM files.
     *
     * @throws IOException if a file cannot be used; the message is one line
     */
    static TlsEngines of(ServerOptions options) throws IOException {
        TlsOptions tls = options.get(Settings.TLS);
        try {
            return new PemEngines(tls, context(tls), new ApplicationProtocols(options.get(Settings.HTTP2)));
        } catch (IOException e) {
            throw new IOException("Cannot set up TLS: " + e.getMessage(), e);
        }
    }

    private static SSLContext context(TlsOptions tls) throws IOException {
        List<TlsOptions.CertificateFiles> pairs = tls.certificates();
        PemContext.Builder context = PemContext.builder(
                        pairs.get(0).certificate(), pairs.get(0).key())
                .rejectExpired();
        setPassword(context, tls);
        for (TlsOptions.CertificateFiles pair : pairs.subList(1, pairs.size())) {
            context.addCertificate(pair.certificate(), pair.key());
        }
        if (tls.clientCa() != null) {
            context.trustAuthorities(tls.clientCa());
        }
        return context.build();
    }

    /** Sets the password with which keys are encrypted, if there is one. */
    private static void setPassword(PemContext.Builder context, TlsOptions tls) throws IOException {
        String variable = tls.keyPasswordVariable();
        if (tls.keyPasswordFile() != null) {
            context.passwordFile(tls.keyPasswordFile());
        } else if (variable != null) {
            String value = System.getenv(variable);
            if (value == null) {
                throw new IOException("environment variable " + variable + " (key password) is not set");
            }
            context.password(value.toCharArray());
        }
    }

    @Override
    public boolean configured() {
        return true;
    }

    @Override
    public boolean runsApplicationCode() {
        return false;
    }

    @Override
    public SSLEngine newEngine(InetSocketAddress client) {
        SSLEngine engine = context.createSSLEngine(client.getAddress().getHostAddress(), client.getPort());
        engine.setUseClientMode(false);
        switch (options.clientAuth()) {
            case NEED -> engine.setNeedClientAuth(true);
            case WANT -> engine.setWantClientAuth(true);
            case NONE -> engine.setWantClientAuth(false);
        }
        if (!options.protocols().isEmpty()) {
            engine.setEnabledProtocols(options.protocols().toArray(String[]::new));
        }
        AnyServerName.acceptedBy(engine);
        protocols.offerBy(engine);
        return engine;
    }
}
