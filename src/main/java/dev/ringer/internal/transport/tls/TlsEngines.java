package dev.ringer.internal.transport.tls;

import java.net.InetSocketAddress;
import javax.net.ssl.SSLEngine;

/** Makes the engines of a server's connections, as the application has configured them. Thread-safe. */
public interface TlsEngines {
    /**
     * Whether connections can be served.
     *
     * @return false if the application has not configured TLS
     */
    boolean configured();

    /**
     * Whether {@link #newEngine} runs application code. Such code may not run on just any thread, and may take long.
     *
     * @return false if {@link #newEngine} can be called on a loop
     */
    boolean runsApplicationCode();

    /**
     * Makes the engine of one connection.
     *
     * @param client the client's address; a name is not looked up
     * @return an engine in server mode
     */
    SSLEngine newEngine(InetSocketAddress client);
}
