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
 * Decrypts the records that a TLS connection receives, directly into the buffer of the caller if they fit there. A
 * record without data, such as a key update or an empty record, does not count as the end of the stream. Only the owner
 * of the connection uses this object.
 */
final class RecordReader {
    private static final int HANDSHAKE_RECORD = 22;

    /**
     * The most records without data that a connection may have received recently, as {@link RecentCount} counts them. A
     * client can send key updates with little work, but for each of them the server must derive new keys.
     */
    private static final int MAX_WITHOUT_DATA = 32;

    /** A record without data counts as one more record for each 128 of its bytes: it may contain many key updates. */
    private static final int WITHOUT_DATA_UNIT = 128;

    private final SSLEngine engine;
    private final CiphertextInput input;
    private final RecordWriter writer;
    private final TlsBuffers buffers;
    private final ClientMemory memory;
    private final LongSupplier clock;

    /**
     * Whether the version of TLS is older than 1.3. In old versions, a handshake message after the handshake asks for a
     * renegotiation. Some clients of old versions also send an empty record before each record with data. So in old
     * versions only, data resets the count of records without data.
     */
    private final boolean renegotiable;

    // decrypted bytes that did not fit in the caller's buffer; null if there are none
    private ByteBuffer plaintext;
    // whether the client has sent close_notify, the regular end of a TLS connection
    private boolean ended;
    private RecentCount withoutData; // counts recent records without data; null if there have been none
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

    /** Whether a read would find data although the selector does not report the socket as readable. */
    boolean ready() {
        return !stopped && (plaintext != null || input.hasWholeRecord() || ended);
    }

    /** Returns how many bytes of an incomplete record have been received. */
    int receivedInPart() {
        return input.size();
    }

    /** Reads decrypted bytes, in the same way as {@link dev.ringer.internal.protocol.Transport#read(ByteBuffer)}. */
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
        } catch (RuntimeException e) { // an exception of the TLS engine or of a trust manager ends only this connection
            throw new SSLException("Unexpected error in the TLS engine of the JDK", e);
        } finally {
            input.settle();
        }
        int count = target.position() - begin;
        if (plaintext != null) {
            return takePlaintext(target);
        }
        return count == 0 && ended ? -1 : count;
    }

    /**
     * Decrypts the complete records that fit in the target. If they give no data, reads from the socket once and tries
     * again.
     */
    private void decrypt(ByteBuffer target) throws IOException {
        int begin = target.position();
        for (boolean filled = false; !ended; ) {
            if (input.hasWholeRecord()) {
                if (!decryptRecord(target, begin)) {
                    return;
                }
            } else if (filled || target.position() > begin) {
                return;
            } else {
                filled = true;
                int count = input.fill();
                // only close_notify is a valid end, because an attacker on the network can cut a connection anywhere
                if (count < 0) {
                    throw new SSLException(
                            "The client closed the connection without a TLS close_notify; data may be missing");
                }
            }
        }
    }

    /** Decrypts the first received record. Returns false if the decrypted bytes must be used before the next record. */
    private boolean decryptRecord(ByteBuffer target, int begin) throws IOException {
        if (renegotiable && input.recordType() == HANDSHAKE_RECORD) {
            if (target.position() > begin) {
                return false; // the caller must first use the bytes that the target already contains
            }
            writer.sendCloseNotify();
            throw new SSLException("The client requested TLS renegotiation, which is not allowed");
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
            case BUFFER_OVERFLOW, BUFFER_UNDERFLOW ->
                throw new SSLException("The client sent a TLS record of invalid length");
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
            // An SSLException would make the server send an alert. Before the alert, the engine would encrypt an answer
            // to each key update of the flood.
            throw new IOException("The client sent too many TLS records without data");
        }
    }

    private SSLEngineResult decryptAside() throws SSLException {
        ByteBuffer aside = buffers.rent(memory);
        try {
            return engine.unwrap(input.bytes(), aside);
        } finally { // the engine may throw an exception, for example because a record was altered on its way
            aside.flip();
            if (aside.hasRemaining()) {
                plaintext = aside;
            } else {
                buffers.release(memory, aside);
            }
        }
    }

    /** Answers a control message of the client: a key update with a key update, close_notify with close_notify. */
    private void answer() throws IOException {
        for (Runnable task; (task = engine.getDelegatedTask()) != null; ) {
            task.run();
        }
        if (writer.wrapControl()) {
            writer.flush(); // the bytes that the socket does not accept now are sent before the next response
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

    /** Stops reading, and drops all received bytes. Returns whether the client has sent {@code close_notify}. */
    boolean stop() {
        stopped = true;
        release();
        return ended;
    }

    void release() {
        releasePlaintext();
        input.release();
    }
}
