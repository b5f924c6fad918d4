package dev.ringer.engine;

import dev.ringer.testkit.TestKeys;
import java.security.KeyManagementException;
import java.security.SecureRandom;
import java.util.function.UnaryOperator;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;

/** The TLS context of a server. A test can replace its engines. */
final class FaultyContext extends SSLContext {
    /** Lets a test change new engines, or throw instead of creating one. */
    private static final class Engines extends SSLContextSpi {
        private final SSLContext context = TestKeys.serverContext();
        private volatile UnaryOperator<SSLEngine> change = UnaryOperator.identity();

        @Override
        protected SSLEngine engineCreateSSLEngine() {
            return change.apply(context.createSSLEngine());
        }

        @Override
        protected SSLEngine engineCreateSSLEngine(String host, int port) {
            return change.apply(context.createSSLEngine(host, port));
        }

        @Override
        protected void engineInit(KeyManager[] keys, TrustManager[] trust, SecureRandom random)
                throws KeyManagementException {
            throw new KeyManagementException("it is complete");
        }

        @Override
        protected SSLSocketFactory engineGetSocketFactory() {
            return context.getSocketFactory();
        }

        @Override
        protected SSLServerSocketFactory engineGetServerSocketFactory() {
            return context.getServerSocketFactory();
        }

        @Override
        protected SSLSessionContext engineGetServerSessionContext() {
            return context.getServerSessionContext();
        }

        @Override
        protected SSLSessionContext engineGetClientSessionContext() {
            return context.getClientSessionContext();
        }
    }

    private final Engines engines;

    FaultyContext() {
        this(new Engines());
    }

    private FaultyContext(Engines engines) {
        super(engines, engines.context.getProvider(), engines.context.getProtocol());
        this.engines = engines;
    }

    void changeEngines(UnaryOperator<SSLEngine> change) {
        engines.change = change;
    }

    void leaveEngines() {
        changeEngines(UnaryOperator.identity());
    }
}
