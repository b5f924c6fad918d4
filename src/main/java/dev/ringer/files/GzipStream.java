package dev.ringer.files;

import dev.ringer.files.DeflaterPool.Coder;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import java.util.zip.Deflater;
import org.jspecify.annotations.Nullable;

/**
 * A response body that is compressed with gzip (RFC 1952). {@link #flush} sends everything that was written. So each
 * server-sent event arrives immediately. {@link #close} writes the end of the gzip stream only if all announced bytes
 * were written.
 *
 * <p>One thread writes, and any thread may close the body. The lock guards the compressor.
 */
final class GzipStream extends OutputStream {
    private static final byte[] HEADER = {0x1f, (byte) 0x8b, Deflater.DEFLATED, 0, 0, 0, 0, 0, 0, (byte) 0xff};
    private static final int TRAILER = 8;

    private final OutputStream out; // receives the compressed bytes
    private final DeflaterPool pool; // gets the compressor back when this stream ends
    private final long announced; // number of bytes that will be written; -1 if it is unknown
    private final Runnable onCut; // runs if this stream is closed before all announced bytes were written
    private final ReentrantLock lock = new ReentrantLock();

    // guarded by the lock
    private @Nullable Coder coder; // the compressor; null after the body has ended
    private int gathered; // bytes in the input array that wait to be compressed
    private int filled; // compressed bytes in the output array that wait to be sent
    private long taken; // bytes that were written to this stream
    private boolean unflushed;
    private boolean ended; // whether the end of the gzip stream was written

    // Written under the lock. Read without it: isBusy() must not be true while another thread only reads this field.
    private volatile boolean cut;

    GzipStream(OutputStream out, Coder coder, DeflaterPool pool, long announced, Runnable onCut) {
        this.out = out;
        this.coder = coder;
        this.pool = pool;
        this.announced = announced;
        this.onCut = onCut;
        System.arraycopy(HEADER, 0, coder.output, 0, HEADER.length);
        filled = HEADER.length;
        pool.watch(this, coder);
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] from, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, from.length);
        lock.lock();
        try {
            requireOpen();
            if (announced >= 0 && length > announced - taken) {
                throw new IOException("too many bytes to write to stream");
            }
            if (length > 0) {
                take(from, offset, length);
            }
        } catch (Throwable e) { // some bytes may have been sent, so the gzip stream cannot go on
            giveUp();
            throw e;
        } finally {
            lock.unlock();
        }
    }

    private void take(byte[] from, int offset, int length) throws IOException {
        taken += length;
        unflushed = true;
        if (length > coder().input.length - gathered) {
            compressGathered();
        }
        if (length > coder().input.length) {
            compress(from, offset, length);
        } else {
            System.arraycopy(from, offset, coder().input, gathered, length);
            gathered += length;
        }
    }

    private void compressGathered() throws IOException {
        if (gathered > 0) {
            compress(coder().input, 0, gathered);
            gathered = 0;
        }
    }

    private void compress(byte[] from, int offset, int length) throws IOException {
        coder().checksum.update(from, offset, length);
        coder().deflater.setInput(from, offset, length);
        while (!coder().deflater.needsInput()) {
            pull(Deflater.NO_FLUSH);
        }
    }

    /**
     * Compresses input into the output array. If this array is already full, first writes it to the server's body.
     * Returns the number of bytes that are free in the array afterwards.
     */
    private int pull(int mode) throws IOException {
        if (filled == coder().output.length) {
            writeOut();
        }
        filled += coder().deflater.deflate(coder().output, filled, coder().output.length - filled, mode);
        return coder().output.length - filled;
    }

    private void writeOut() throws IOException {
        out.write(coder().output, 0, filled);
        filled = 0;
    }

    @Override
    public void flush() throws IOException {
        lock.lock();
        try {
            requireOpen();
            if (unflushed) {
                compressGathered();
                while (pull(Deflater.SYNC_FLUSH) == 0) {
                    writeOut();
                }
                writeOut();
                unflushed = false;
            }
            out.flush();
        } catch (Throwable e) { // some bytes may have been sent, so the gzip stream cannot go on
            giveUp();
            throw e;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Ends the body, and closes the stream that receives the compressed bytes.
     *
     * @throws IOException if fewer bytes were written than announced; the client can then see that the response is
     *     incomplete
     */
    @Override
    public void close() throws IOException {
        lock.lock();
        try {
            if (coder == null) {
                return;
            }
            if (taken < announced) {
                onCut.run();
                throw new IOException("insufficient bytes written");
            }
            compressGathered();
            coder().deflater.finish();
            while (!coder().deflater.finished()) {
                pull(Deflater.NO_FLUSH);
            }
            addTrailer();
            writeOut();
            out.close();
            ended = true;
        } finally {
            giveUp();
            lock.unlock();
        }
    }

    private void addTrailer() throws IOException {
        if (coder().output.length - filled < TRAILER) {
            writeOut();
        }
        addNumber((int) coder().checksum.getValue());
        addNumber((int) taken); // the length of the content modulo 2^32 (RFC 1952, 2.3.1)
    }

    private void addNumber(int number) {
        for (int shift = 0; shift < 32; shift += 8) {
            coder().output[filled++] = (byte) (number >>> shift);
        }
    }

    /**
     * Gives the compressor back without writing the end of the gzip stream. Does nothing if another thread is using the
     * compressor.
     */
    void abandon() {
        if (lock.tryLock()) {
            try {
                giveUp();
            } finally {
                lock.unlock();
            }
        }
    }

    /** Whether the body has ended without the end of the gzip stream. */
    boolean isCut() {
        return cut;
    }

    /** Whether another thread is writing, flushing or closing at this moment. */
    boolean isBusy() {
        return lock.isLocked() && !lock.isHeldByCurrentThread();
    }

    /** Returns the compressor of a body that has not ended. */
    private Coder coder() {
        return Objects.requireNonNull(coder);
    }

    private void giveUp() {
        if (coder != null) {
            pool.giveBack(coder);
            coder = null;
            cut = !ended;
        }
    }

    private void requireOpen() throws IOException {
        if (coder == null) {
            throw new IOException("stream closed");
        }
    }
}
