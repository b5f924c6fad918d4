package dev.ringer.internal.transport.tls;

import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSession;

/**
 * An engine for records of TLS 1.3 without encryption. So any bytes can be records, and fuzzing need not break a
 * cipher. The engine only knows the control messages {@code close_notify} and key update. It answers a key update that
 * requests an answer.
 */
final class NullCipherEngine extends SSLEngine {
    static final int HEADER = 5;
    static final int ALERT = 21;
    static final int HANDSHAKE = 22;
    static final int DATA = 23;

    /**
     * Marks a record as tampered with, as the first byte of its data. The engine detects this only if there is room for
     * the data.
     */
    static final int TAMPERED = 0xff;

    /** The longest payload that the JDK's engine accepts, because an old implementation sends such records. */
    static final int MAX_PAYLOAD = 33_093 - HEADER;

    private static final byte[] ANSWER = {HANDSHAKE, 3, 3, 0, 2, 24, 0};

    private final SSLSession session;
    private int answersOwed;
    private boolean closed;

    /** Creates an engine for a protocol, such as {@code TLSv1.3}. */
    NullCipherEngine(String protocol) {
        session = (SSLSession) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {SSLSession.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "getProtocol" -> protocol;
                    case "getPacketBufferSize" -> 16_709;
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }

    @Override
    public SSLEngineResult unwrap(ByteBuffer from, ByteBuffer[] to, int offset, int length) throws SSLException {
        if (closed) {
            return result(Status.CLOSED, 0, 0);
        }
        int at = from.position();
        if (from.remaining() < HEADER) {
            return result(Status.BUFFER_UNDERFLOW, 0, 0);
        }
        int size = from.getShort(at + 3) & 0xffff;
        if (size > MAX_PAYLOAD) {
            throw new SSLException("too long");
        }
        if (from.remaining() < HEADER + size) {
            return result(Status.BUFFER_UNDERFLOW, 0, 0);
        }
        int type = from.get(at);
        if (type == DATA) {
            return data(from, to[offset], size);
        }
        control(type, from, at + HEADER, size);
        from.position(at + HEADER + size);
        return result(closed ? Status.CLOSED : Status.OK, HEADER + size, 0);
    }

    private SSLEngineResult data(ByteBuffer from, ByteBuffer to, int size) throws SSLException {
        if (to.remaining() < size) {
            return result(Status.BUFFER_OVERFLOW, 0, 0);
        }
        int begin = from.position() + HEADER;
        if (isTampered(from, begin, size)) {
            throw new SSLException("tampered with");
        }
        to.put(to.position(), from, begin, size).position(to.position() + size);
        from.position(begin + size);
        return result(Status.OK, HEADER + size, size);
    }

    private void control(int type, ByteBuffer from, int at, int size) throws SSLException {
        if (type == ALERT && isCloseNotify(from, at, size)) {
            closed = true;
        } else if (type == HANDSHAKE && isKeyUpdate(from, at, size)) {
            for (int i = 1; i < size; i += 2) {
                answersOwed += from.get(at + i);
            }
        } else {
            throw new SSLException("unexpected");
        }
    }

    static boolean isTampered(ByteBuffer from, int at, int size) {
        return size > 0 && (from.get(at) & 0xff) == TAMPERED;
    }

    static boolean isCloseNotify(ByteBuffer from, int at, int size) {
        return size == 2 && from.get(at) == 1 && from.get(at + 1) == 0;
    }

    /** Whether a record consists of one or more key updates. */
    static boolean isKeyUpdate(ByteBuffer from, int at, int size) {
        boolean updates = size > 0 && size % 2 == 0;
        for (int i = 0; updates && i < size; i += 2) {
            updates = from.get(at + i) == 24 && (from.get(at + i + 1) & ~1) == 0;
        }
        return updates;
    }

    @Override
    public SSLEngineResult wrap(ByteBuffer[] from, int offset, int length, ByteBuffer to) {
        if (answersOwed == 0) {
            return result(Status.OK, 0, 0);
        }
        if (to.remaining() < session.getPacketBufferSize()) {
            return result(Status.BUFFER_OVERFLOW, 0, 0);
        }
        to.put(ANSWER);
        answersOwed--;
        return result(Status.OK, 0, ANSWER.length);
    }

    private SSLEngineResult result(Status status, int consumed, int produced) {
        return new SSLEngineResult(status, getHandshakeStatus(), consumed, produced);
    }

    @Override
    public HandshakeStatus getHandshakeStatus() {
        return answersOwed > 0 ? HandshakeStatus.NEED_WRAP : HandshakeStatus.NOT_HANDSHAKING;
    }

    @Override
    public SSLSession getSession() {
        return session;
    }

    @Override
    public Runnable getDelegatedTask() {
        return null;
    }

    @Override
    public void closeOutbound() {
        answersOwed = 0;
    }

    @Override
    public boolean isOutboundDone() {
        return true;
    }

    // ---- methods that a reader of records does not call

    @Override
    public void closeInbound() {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean isInboundDone() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void beginHandshake() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void setUseClientMode(boolean client) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean getUseClientMode() {
        throw new UnsupportedOperationException();
    }

    @Override
    public String[] getSupportedCipherSuites() {
        throw new UnsupportedOperationException();
    }

    @Override
    public String[] getEnabledCipherSuites() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void setEnabledCipherSuites(String[] suites) {
        throw new UnsupportedOperationException();
    }

    @Override
    public String[] getSupportedProtocols() {
        throw new UnsupportedOperationException();
    }

    @Override
    public String[] getEnabledProtocols() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void setEnabledProtocols(String[] protocols) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void setNeedClientAuth(boolean need) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean getNeedClientAuth() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void setWantClientAuth(boolean want) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean getWantClientAuth() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void setEnableSessionCreation(boolean may) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean getEnableSessionCreation() {
        throw new UnsupportedOperationException();
    }
}
