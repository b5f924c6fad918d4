package dev.ringer.internal.transport.tls;

import java.net.InetSocketAddress;
import javax.net.ssl.SSLEngine;

/** Makes the engines of a server's connections, as the application has configured them. Thread-safe. */
public interface TlsEngines {
    /** Whether the application has configured TLS, so that connections can be served. */
    boolean configured();

    /**
     * Whether {@link #newEngine} runs application code. Such code may take long, and needs a thread for application
     * code. Otherwise the loop may call {@link #newEngine} in an event.
     */
    boolean runsApplicationCode();

    /**
     * Makes the engine of one connection, in server mode.
     *
     * @param client the client's address; no name is looked up for it
     */
    SSLEngine newEngine(InetSocketAddress client);
}
