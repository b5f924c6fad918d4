package dev.ringer.internal.transport.tls;

import dev.ringer.internal.bytes.ClientMemory;
import dev.ringer.internal.time.RecentCount;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;

/**
 * Decrypts what a connection receives, straight to where the reader wants it where a record fits there. Records without data
 * (key updates, empty ones) are dealt with on the way and never end a stream. Belongs to the owner of the connection.
 */
final class RecordReader {
    private static final int HANDSHAKE_RECORD = 22;

    /**
     * The most records without data in the {@link RecentCount} of a connection. A key update costs its sender little and the
     * server a derivation of keys.
     */
    private static final int MAX_WITHOUT_DATA = 32;

    /** A record without data counts once more for so many bytes: the JDK reads thousands of key updates out of one record. */
    private static final int WITHOUT_DATA_UNIT = 128;

    private final SSLEngine engine;
    private final CiphertextInput input;
    private final RecordWriter writer;
    private final TlsBuffers buffers;
    private final ClientMemory memory;
    private final LongSupplier clock;

    /**
     * Whether TLS is older than 1.3. Then a handshake message on an established connection is a client's wish to negotiate anew,
     * and some clients send an empty record before each record of data.
     */
    private final boolean renegotiable;

    private ByteBuffer plaintext; // of a record that did not fit; null if there is none
    private boolean ended; // whether close_notify has come
    private RecentCount withoutData; // records; null for none
    private boolean stopped;

    RecordReader(
            SSLEngine engine,
            CiphertextInput input,
            RecordWriter writer,
            TlsBuffers buffers,
            ClientMemory memory,
            LongSupplier clock) {
        this.engine = engine;
        this.input = input;
        this.writer = writer;
        this.buffers = buffers;
        this.memory = memory;
        this.clock = clock;
        this.renegotiable = !engine.getSession().getProtocol().equals("TLSv1.3");
    }

    /** Whether reading finds something that no selector will report. */
    boolean ready() {
        return !stopped && (plaintext != null || input.holdsRecord() || ended);
    }

    /** How much there is that cannot be decrypted yet. */
    int receivedInPart() {
        return input.size();
    }

    /** As {@link dev.ringer.internal.protocol.Transport#read(ByteBuffer)}. */
    int read(ByteBuffer target) throws IOException {
        if (plaintext != null) {
            return takePlaintext(target);
        }
        int begin = target.position();
        try {
            decrypt(target);
        } catch (SSLException e) {
            writer.sendAlert();
            throw e;
        } catch (RuntimeException e) { // the engine's, or a trust manager's: this connection's loss alone
            throw new SSLException("The TLS engine failed", e);
        } finally {
            input.settle();
        }
        int count = target.position() - begin;
        if (plaintext != null) {
            return takePlaintext(target);
        }
        return count == 0 && ended ? -1 : count;
    }

    /** Decrypts what is there; reads from the socket once if that is not a record yet. */
    private void decrypt(ByteBuffer target) throws IOException {
        int begin = target.position();
        for (boolean filled = false; !ended; ) {
            if (input.holdsRecord()) {
                if (!decryptRecord(target, begin)) {
                    return;
                }
            } else if (filled || target.position() > begin) {
                return;
            } else {
                filled = true;
                int count = input.fill();
                if (count < 0) { // an attacker can cut a connection anywhere: only close_notify is an end
                    throw new SSLException("The connection was cut off, without close_notify");
                }
            }
        }
    }

    /** Decrypts the record at the front; false if it does not fit behind what is in the target. */
    private boolean decryptRecord(ByteBuffer target, int begin) throws IOException {
        if (renegotiable && input.recordType() == HANDSHAKE_RECORD) {
            if (target.position() > begin) {
                return false; // what came before it counts
            }
            writer.sendCloseNotify();
            throw new SSLException("The client wants to negotiate anew, which is refused");
        }
        SSLEngineResult result = engine.unwrap(input.bytes(), target);
        if (result.getStatus() == SSLEngineResult.Status.BUFFER_OVERFLOW) {
            if (target.position() > begin) {
                return false;
            }
            result = decryptAside();
        }
        switch (result.getStatus()) {
            case OK -> {}
            case CLOSED -> ended = true;
            case BUFFER_OVERFLOW, BUFFER_UNDERFLOW -> throw new SSLException("A TLS record of an impossible length");
        }
        if (result.bytesProduced() > 0) {
            withoutData = renegotiable ? null : withoutData;
        } else if (!ended) {
            countWithoutData(result.bytesConsumed());
        }
        if (result.getHandshakeStatus() != HandshakeStatus.NOT_HANDSHAKING) {
            answer();
        }
        return plaintext == null;
    }

    private void countWithoutData(int size) throws IOException {
        if (withoutData == null) {
            withoutData = new RecentCount();
        }
        if (withoutData.add(clock.getAsLong(), 1 + size / WITHOUT_DATA_UNIT) > MAX_WITHOUT_DATA) {
            // not an SSLException, which sends an alert: the engine would encrypt the answers to all key updates before
            throw new IOException("The client floods the connection with records without data");
        }
    }

    private SSLEngineResult decryptAside() throws SSLException {
        ByteBuffer aside = buffers.rent(memory);
        try {
            return engine.unwrap(input.bytes(), aside);
        } finally { // a record that was tampered with is found out only now
            aside.flip();
            if (aside.hasRemaining()) {
                plaintext = aside;
            } else {
                buffers.release(memory, aside);
            }
        }
    }

    /** Does what a control message demands: a key update of ours, our close_notify. */
    private void answer() throws IOException {
        for (Runnable task; (task = engine.getDelegatedTask()) != null; ) {
            task.run();
        }
        if (writer.wrapControl()) {
            writer.flush(); // what the socket does not take now goes before the next response
        }
    }

    private int takePlaintext(ByteBuffer to) {
        int count = Math.min(to.remaining(), plaintext.remaining());
        to.put(to.position(), plaintext, plaintext.position(), count);
        to.position(to.position() + count);
        plaintext.position(plaintext.position() + count);
        if (!plaintext.hasRemaining()) {
            releasePlaintext();
        }
        return count;
    }

    private void releasePlaintext() {
        if (plaintext != null) {
            buffers.release(memory, plaintext);
            plaintext = null;
        }
    }

    /** Reads no more, and forgets what has come; returns whether {@code close_notify} was among it, as far as it was read. */
    boolean stop() {
        stopped = true;
        release();
        return ended;
    }

    /** Forgets everything that is buffered. */
    void release() {
        releasePlaintext();
        input.release();
    }
}
