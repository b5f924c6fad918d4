package dev.ringer.internal.http1;

import dev.ringer.internal.bytes.BufferPool;
import dev.ringer.internal.protocol.FileRegion;
import dev.ringer.internal.protocol.Transport;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;

/**
 * Keeps bytes of a response that the client does not accept yet, so that the handler need not wait. The bytes are in
 * arrays on the heap, and a file may follow as the end of the response. The loop sends both before the bytes in the
 * output's buffer, even after the exchange has ended.
 *
 * <p>Guarded by the lock of the connection's output.
 */
final class KeptOutput {
    /**
     * The most bytes of a file that a thread sends before it goes on with other files or other requests. So a fast
     * download does not delay them.
     */
    private static final int MAX_FILE_PER_TURN = 1024 * 1024;

    private final ConnectionOutput output;
    private final Transport transport;
    private final BufferPool<OutputBuffer> buffers;
    private final ArrayDeque<ByteBuffer> parts = new ArrayDeque<>(2);
    private FileRegion file; // sent after the arrays, as the end of the response; null if there is none
    private boolean refused; // whether the client has accepted no more of the file since the loop last asked

    KeptOutput(ConnectionOutput output, Http1Shared shared) {
        this.output = output;
        this.transport = output.transport;
        this.buffers = shared.outputBuffers;
    }

    /** Moves all bytes out of a buffer in which no chunk is open. The caller has reserved memory for the bytes. */
    void add(OutputBuffer from) {
        int size = from.size();
        try {
            parts.add(from.copy());
        } catch (Throwable failure) { // an OutOfMemoryError was thrown
            transport.memory().release(size);
            throw failure;
        }
        from.clear();
    }

    /** Adds a file, which is the rest of the response. */
    void add(FileRegion rest) {
        file = rest;
    }

    /** Returns the file to send after the arrays; null if there is none. */
    FileRegion file() {
        return file;
    }

    void dropFile() {
        if (file != null) {
            file.close();
            file = null;
        }
    }

    /** Sends as many bytes of the arrays as the client accepts now. Returns whether all have been sent. */
    boolean offerBytes() throws IOException {
        for (ByteBuffer first = parts.peekFirst(); first != null; first = parts.peekFirst()) {
            output.offer(first);
            if (first.hasRemaining()) {
                return false;
            }
            removeFirst();
        }
        return true;
    }

    /**
     * Sends as much of a file as the client accepts now, up to {@link #MAX_FILE_PER_TURN}. Returns whether the whole
     * file has been sent.
     */
    boolean offerFile() throws IOException {
        long rest = Math.max(0, file.left() - MAX_FILE_PER_TURN);
        boolean taken = true;
        while (taken && file.left() > rest) {
            long most = file.left() - rest;
            taken = transport.sendsFiles() ? offerDirectly(most) : offerPiece(most);
        }
        if (file.left() == 0) {
            dropFile();
            return true;
        }
        refused = !taken;
        return false;
    }

    /**
     * Sends a part of a file directly to the socket. Returns whether the client accepted all bytes that were offered.
     */
    private boolean offerDirectly(long wanted) throws IOException {
        output.pausePace();
        long sent = file.sendTo(transport, wanted);
        output.offered(sent, sent < wanted);
        return sent == wanted;
    }

    /**
     * Sends a part of a file through a pooled buffer, which goes back to the pool immediately. So a slow download
     * retains no buffer: bytes that the client did not accept are read from the file again later. One exception: the
     * connection retains a TLS record that was sent only in part.
     *
     * @return whether the client accepted all bytes that were offered
     */
    private boolean offerPiece(long most) throws IOException {
        OutputBuffer piece = transport.memory().rent(buffers);
        try {
            piece.clear();
            output.pausePace();
            piece.peek(file, most);
            ByteBuffer bytes = piece.beginWrite(piece.size());
            output.offer(bytes);
            file.sent(bytes.position());
            return !bytes.hasRemaining();
        } finally {
            transport.memory().giveBack(buffers, piece);
        }
    }

    /**
     * Whether the client has refused bytes of the file since the last call. Then it may accept more only when the
     * socket is writable.
     */
    boolean takeRefusal() {
        boolean was = refused;
        refused = false;
        return was;
    }

    /** Whether only the file is left, and the client has refused none of its bytes. */
    boolean goesOn() {
        return file != null && parts.isEmpty() && !refused;
    }

    private void removeFirst() {
        int size = parts.removeFirst().capacity();
        transport.memory().release(size);
    }

    void clear() {
        dropFile();
        while (!parts.isEmpty()) {
            removeFirst();
        }
    }
}
