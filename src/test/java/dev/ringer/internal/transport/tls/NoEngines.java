package dev.ringer.internal.transport.tls;

import java.net.InetSocketAddress;
import javax.net.ssl.SSLEngine;

/** Engines for tests that end before the first step of a handshake, which would run application code. */
final class NoEngines implements TlsEngines {
    @Override
    public boolean configured() {
        return true;
    }

    @Override
    public boolean runsApplicationCode() {
        return true;
    }

    @Override
    public SSLEngine newEngine(InetSocketAddress client) {
        throw new AssertionError("the test runs no step of a handshake");
    }
}
