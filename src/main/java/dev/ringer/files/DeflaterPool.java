package dev.ringer.files;

import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/**
 * Lends compressors. Each takes about 256 KiB outside the heap, so their number is bounded: a response that finds none is
 * sent as it is. A few are kept while they are idle. One whose body was forgotten without being closed, as by a handler that
 * left the answer to a callback that never came, is taken back once the body has been collected as garbage. Safe for use by
 * several threads at once.
 */
final class DeflaterPool {
    private static final int MAX_IDLE = 16;
    private static final int INPUT_SIZE = 2048;
    private static final int OUTPUT_SIZE = 8192;

    /** A compressor and what it needs, for one response at a time. */
    static final class Coder {
        final Deflater deflater;
        final CRC32 checksum = new CRC32();
        final byte[] input = new byte[INPUT_SIZE];
        final byte[] output = new byte[OUTPUT_SIZE];

        private Loan loan; // guarded by the pool's lock

        private Coder(int level) {
            deflater = new Deflater(level, true);
        }
    }

    /** Tells when a body is gone without having given its compressor back. */
    private static final class Loan extends PhantomReference<GzipStream> {
        private final Coder coder;

        private Loan(GzipStream body, Coder coder, ReferenceQueue<GzipStream> forgotten) {
            super(body, forgotten);
            this.coder = coder;
        }
    }

    private final ReentrantLock lock = new ReentrantLock();
    private final ReferenceQueue<GzipStream> forgotten = new ReferenceQueue<>();
    private final int level;
    private final int most;

    // guarded by the lock
    private final ArrayDeque<Coder> idle = new ArrayDeque<>();
    private final Set<Loan> loans = new HashSet<>();
    private int lent;

    DeflaterPool(int level, int most) {
        this.level = level;
        this.most = most;
    }

    /** {@return a fresh compressor, to be given back, or null if too many are at work} */
    Coder take() {
        lock.lock();
        try {
            takeBackForgotten();
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

    /** Notes which body has a compressor that was lent. */
    void watch(GzipStream body, Coder coder) {
        lock.lock();
        try {
            coder.loan = new Loan(body, coder, forgotten);
            loans.add(coder.loan);
        } finally {
            lock.unlock();
        }
    }

    /** Takes back a compressor that is no longer used, in any state. */
    void giveBack(Coder coder) {
        lock.lock();
        try {
            takeBack(coder);
        } finally {
            lock.unlock();
        }
    }

    private void takeBackForgotten() {
        for (Reference<?> gone = forgotten.poll(); gone != null; gone = forgotten.poll()) {
            takeBack(((Loan) gone).coder);
        }
    }

    private void takeBack(Coder coder) {
        lent--;
        if (coder.loan != null) {
            loans.remove(coder.loan);
            coder.loan.clear();
            coder.loan = null;
        }
        if (idle.size() < MAX_IDLE) {
            coder.deflater.reset();
            coder.checksum.reset();
            idle.push(coder);
        } else {
            coder.deflater.end();
        }
    }

    /** {@return how many compressors are at work} */
    int lent() {
        lock.lock();
        try {
            takeBackForgotten();
            return lent;
        } finally {
            lock.unlock();
        }
    }
}
