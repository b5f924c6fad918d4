package dev.ringer.engine;

import java.nio.ByteBuffer;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;

/** An engine that counts the server's calls for one connection, and throws an exception or error at one of them. */
final class FaultyEngine extends SSLEngine {
    private final SSLEngine engine;
    private final int failingCall; // 0 for none
    private final Supplier<? extends Throwable> failure;
    private volatile int calls;

    FaultyEngine(SSLEngine engine, int failingCall, Supplier<? extends Throwable> failure) {
        this.engine = engine;
        this.failingCall = failingCall;
        this.failure = failure;
    }

    int calls() {
        return calls;
    }

    @SuppressWarnings("NonAtomicOperationOnVolatileField") // threads use the engine one at a time
    private SSLEngine count() {
        if (++calls == failingCall) {
            FaultyEngine.<RuntimeException>throwUnchecked(failure.get());
        }
        return engine;
    }

    @SuppressWarnings("unchecked")
    static <T extends Throwable> void throwUnchecked(Throwable failure) throws T {
        throw (T) failure;
    }

    @Override
    public SSLEngineResult wrap(ByteBuffer[] from, int offset, int length, ByteBuffer to) throws SSLException {
        return count().wrap(from, offset, length, to);
    }

    @Override
    public SSLEngineResult unwrap(ByteBuffer from, ByteBuffer[] to, int offset, int length) throws SSLException {
        return count().unwrap(from, to, offset, length);
    }

    @Override
    public Runnable getDelegatedTask() {
        Runnable task = count().getDelegatedTask();
        return task == null
                ? null
                : () -> {
                    count();
                    task.run();
                };
    }

    @Override
    public void closeInbound() throws SSLException {
        count().closeInbound();
    }

    @Override
    public boolean isInboundDone() {
        return count().isInboundDone();
    }

    @Override
    public void closeOutbound() {
        count().closeOutbound();
    }

    @Override
    public boolean isOutboundDone() {
        return count().isOutboundDone();
    }

    @Override
    public SSLSession getSession() {
        return count().getSession();
    }

    @Override
    public void beginHandshake() throws SSLException {
        count().beginHandshake();
    }

    @Override
    public SSLEngineResult.HandshakeStatus getHandshakeStatus() {
        return count().getHandshakeStatus();
    }

    @Override
    public SSLParameters getSSLParameters() {
        return count().getSSLParameters();
    }

    @Override
    public void setSSLParameters(SSLParameters parameters) {
        count().setSSLParameters(parameters);
    }

    @Override
    public String getApplicationProtocol() {
        return count().getApplicationProtocol();
    }

    @Override
    public void setUseClientMode(boolean client) {
        count().setUseClientMode(client);
    }

    // ---- settings, which a server need not use

    @Override
    public String[] getSupportedCipherSuites() {
        return engine.getSupportedCipherSuites();
    }

    @Override
    public String[] getEnabledCipherSuites() {
        return engine.getEnabledCipherSuites();
    }

    @Override
    public void setEnabledCipherSuites(String[] suites) {
        engine.setEnabledCipherSuites(suites);
    }

    @Override
    public String[] getSupportedProtocols() {
        return engine.getSupportedProtocols();
    }

    @Override
    public String[] getEnabledProtocols() {
        return engine.getEnabledProtocols();
    }

    @Override
    public void setEnabledProtocols(String[] protocols) {
        engine.setEnabledProtocols(protocols);
    }

    @Override
    public boolean getUseClientMode() {
        return engine.getUseClientMode();
    }

    @Override
    public void setNeedClientAuth(boolean need) {
        engine.setNeedClientAuth(need);
    }

    @Override
    public boolean getNeedClientAuth() {
        return engine.getNeedClientAuth();
    }

    @Override
    public void setWantClientAuth(boolean want) {
        engine.setWantClientAuth(want);
    }

    @Override
    public boolean getWantClientAuth() {
        return engine.getWantClientAuth();
    }

    @Override
    public void setEnableSessionCreation(boolean may) {
        engine.setEnableSessionCreation(may);
    }

    @Override
    public boolean getEnableSessionCreation() {
        return engine.getEnableSessionCreation();
    }
}
