package dev.ringer.internal.transport.tls;

import java.net.InetSocketAddress;
import javax.net.ssl.SSLEngine;

/** Makes the TLS engines for a server's connections, with the settings that the application has made. Thread-safe. */
public interface TlsEngines {
    /** Whether the application has set a configurator or certificates, so that TLS connections can be served. */
    boolean configured();

    /** Whether {@link #newEngine} runs application code, which may block. If not, the loop may call the method. */
    boolean runsApplicationCode();

    /** Makes an engine in server mode. {@code client} is the client's address, without a look-up of the host name. */
    SSLEngine newEngine(InetSocketAddress client);
}
