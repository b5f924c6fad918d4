package dev.ringer.internal.server;

import com.sun.net.httpserver.HttpsConfigurator;
import dev.ringer.internal.transport.tls.TlsEngines;
import dev.ringer.options.ServerOptions;
import dev.ringer.options.Settings;
import java.io.IOException;
import javax.net.ssl.SSLContext;

/**
 * How an HTTPS server identifies itself to clients.
 *
 * @param configurator the configurator of the application; null if it has set none
 * @param context the TLS context that the configurator had when the application set it
 */
record HttpsIdentity(HttpsConfigurator configurator, SSLContext context) {
    /** The identity of a server whose application has set no configurator. */
    static final HttpsIdentity UNSET = new HttpsIdentity(null, null);

    TlsEngines engines(ServerOptions options) throws IOException {
        return configurator == null && options.get(Settings.TLS).enabled()
                ? PemEngines.of(options)
                : new ConfiguredEngines(configurator, context, options.get(Settings.HTTP2));
    }
}
