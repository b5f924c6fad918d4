package dev.ringer.internal.transport.tls;

import java.net.InetSocketAddress;
import javax.net.ssl.SSLEngine;

/** Makes the engines of a server's connections, as the application has configured them. Thread-safe. */
public interface TlsEngines {
    /** Whether the application has configured TLS, so that connections can be served. */
    boolean configured();

    /**
     * Whether {@link #newEngine} runs application code. Application code may take long, so it needs a thread that may
     * block. If this method returns false, the loop may call {@link #newEngine} in an event.
     */
    boolean runsApplicationCode();

    /**
     * Makes the engine of one connection, in server mode.
     *
     * @param client the client's address, for which the engine makes no DNS look-up
     */
    SSLEngine newEngine(InetSocketAddress client);
}
