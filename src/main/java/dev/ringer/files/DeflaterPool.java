package dev.ringer.files;

import java.util.ArrayDeque;
import java.util.concurrent.locks.ReentrantLock;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/**
 * Lends compressors. Each takes about 256 KiB outside the heap, so their number is bounded: a response that finds none is
 * sent as it is. A few are kept when nobody needs them. Safe for use by several threads at once.
 */
final class DeflaterPool {
    private static final int MOST_IDLE = 16;
    private static final int INPUT_SIZE = 2048;
    private static final int OUTPUT_SIZE = 8192;

    /** A compressor and what it needs, for one response at a time. */
    static final class Coder {
        final Deflater deflater;
        final CRC32 checksum = new CRC32();
        final byte[] input = new byte[INPUT_SIZE];
        final byte[] output = new byte[OUTPUT_SIZE];

        private Coder(int level) {
            deflater = new Deflater(level, true);
        }
    }

    private final ReentrantLock lock = new ReentrantLock();
    private final ArrayDeque<Coder> idle = new ArrayDeque<>();
    private final int level;
    private final int most;
    private int lent;

    DeflaterPool(int level, int most) {
        this.level = level;
        this.most = most;
    }

    /** {@return a fresh compressor, to be given back, or null if too many are at work} */
    Coder take() {
        lock.lock();
        try {
            if (lent >= most) {
                return null;
            }
            Coder kept = idle.poll();
            Coder coder = kept != null ? kept : new Coder(level);
            lent++;
            return coder;
        } finally {
            lock.unlock();
        }
    }

    /** Takes back a compressor that nothing uses any more, in whatever state. */
    void giveBack(Coder coder) {
        boolean kept;
        lock.lock();
        try {
            lent--;
            kept = idle.size() < MOST_IDLE;
            if (kept) {
                coder.deflater.reset();
                coder.checksum.reset();
                idle.push(coder);
            }
        } finally {
            lock.unlock();
        }
        if (!kept) {
            coder.deflater.end();
        }
    }

    /** {@return how many compressors are at work} */
    int lent() {
        lock.lock();
        try {
            return lent;
        } finally {
            lock.unlock();
        }
    }
}
