package dev.ringer.internal.transport.tls;

import dev.ringer.internal.protocol.Transport;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;

/**
 * Encrypts the bytes that a TLS connection sends.
 *
 * <p>A byte counts as written when the socket has accepted the whole record with that byte. If the socket accepts only
 * a part of a record, the bytes of that record stay in the caller's buffer. The field {@code owed} is the number of
 * these bytes. When the rest of the record has been sent, the writer skips these bytes. So no response counts as sent
 * too early, and protocols need not handle encrypted bytes.
 *
 * <p>Thread-safe: the holder of the output lock sends application data, and the reader sends answers to control
 * messages of the client. No method waits for the client.
 */
final class RecordWriter {
    /**
     * The most answers to key updates that may wait. Without a limit, a client that does not read could fill the heap.
     */
    private static final int MAX_DEFERRED = 16;

    private final Transport transport;
    private final SSLEngine engine;
    private final TlsBuffers buffers;
    private final ReentrantLock lock = new ReentrantLock();

    // these fields are guarded by the lock
    private ByteBuffer pending; // encrypted bytes that wait for the socket; null if there are none
    // number of bytes at the beginning of the caller's buffer that are already in pending records
    private int owed;
    private int deferred; // number of times in a row that the buffer had no room for an answer to the client
    private boolean released; // whether the connection is closed, so that no buffer may be rented any more

    RecordWriter(Transport transport, SSLEngine engine, TlsBuffers buffers) {
        this.transport = transport;
        this.engine = engine;
        this.buffers = buffers;
    }

    /** Sends as much data as the socket accepts now. The next call must begin with the bytes that remain. */
    void write(ByteBuffer from) throws IOException {
        lock.lock();
        try {
            if (owed > 0) {
                if (!flush()) {
                    return;
                }
                from.position(from.position() + owed);
                owed = 0;
            }
            while (from.hasRemaining()) {
                int begin = from.position();
                wrapAll(from);
                if (!flush()) {
                    owed = from.position() - begin;
                    from.position(begin);
                    return;
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** Returns how many encrypted bytes the socket has accepted whose content does not count as written yet. */
    int sentInPart() {
        lock.lock();
        try {
            return owed > 0 && pending != null ? pending.position() : 0;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Encrypts messages that the engine wants to send, such as handshake messages and alerts. The new records wait
     * behind the pending ones.
     *
     * @return false if not all messages fit in the buffer
     * @throws SSLException if the client asks for too many answers without reading them
     */
    boolean wrapControl() throws SSLException {
        lock.lock();
        try {
            while (engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
                int produced = wrap(TlsBuffers.EMPTY);
                if (produced < 0) {
                    if (++deferred > MAX_DEFERRED) {
                        throw new SSLException(
                                "The client keeps requesting TLS messages, such as key updates, without reading them");
                    }
                    return false;
                }
                if (produced == 0) {
                    break;
                }
                deferred = 0;
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Sends as many bytes of the pending records as the socket accepts now. Returns true if none are left. */
    boolean flush() throws IOException {
        lock.lock();
        try {
            if (pending != null && pending.hasRemaining()) {
                transport.write(pending);
                if (pending.hasRemaining()) {
                    return false;
                }
            }
            releasePending();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Sends the engine's alert after a failure, if there is one. Afterwards the connection cannot be used any more. */
    void sendAlert() {
        try {
            wrapControl();
            flush();
        } catch (IOException | RuntimeException ignored) { // the caller reports the failure that came before
        }
    }

    /** Sends {@code close_notify}, the end of the server's output (RFC 8446, 6.1), if the socket accepts bytes. */
    void sendCloseNotify() throws IOException {
        lock.lock();
        try {
            engine.closeOutbound();
            while (!engine.isOutboundDone() && wrap(TlsBuffers.EMPTY) > 0) {
                // the engine makes one record at each call
            }
            flush();
        } finally {
            lock.unlock();
        }
    }

    /** Drops the pending records of a closed connection. A thread that tries to send afterwards gets an exception. */
    void release() {
        lock.lock();
        try {
            released = true;
            releasePending();
        } finally {
            lock.unlock();
        }
    }

    private void releasePending() {
        if (pending != null) {
            buffers.release(transport.memory(), pending);
            pending = null;
        }
    }

    /** Encrypts as many bytes of {@code from} as fit in the buffer of pending records. */
    private void wrapAll(ByteBuffer from) throws SSLException {
        while (from.hasRemaining()) {
            int produced = wrap(from);
            if (produced < 0) {
                return;
            }
            if (produced == 0) { // happens only during a handshake, when no application data is sent
                throw new SSLException("Cannot send data, because the TLS handshake is not complete (state "
                        + engine.getHandshakeStatus() + ")");
            }
        }
    }

    /** Encrypts a record behind the pending ones. Returns its length in bytes; −1 if it does not fit in the buffer. */
    private int wrap(ByteBuffer from) throws SSLException {
        if (released) {
            throw new SSLException("Cannot send data, because the TLS connection is already closed");
        }
        if (pending == null) {
            pending = buffers.rent(transport.memory());
            pending.limit(0);
        } else if (pending.position() > 0
                && pending.capacity() - pending.limit() < engine.getSession().getPacketBufferSize()) {
            pending.compact().flip();
        }
        ByteBuffer to = pending;
        int begin = to.position();
        int end = to.limit();
        to.limit(to.capacity()).position(end);
        try {
            SSLEngineResult result = engine.wrap(from, to);
            return switch (result.getStatus()) {
                case OK -> result.bytesProduced();
                case CLOSED -> {
                    if (from.hasRemaining()) {
                        throw new SSLException("The client has closed the connection");
                    }
                    yield result.bytesProduced();
                }
                case BUFFER_OVERFLOW, BUFFER_UNDERFLOW -> -1;
            };
        } finally {
            to.limit(to.position()).position(begin);
        }
    }
}
