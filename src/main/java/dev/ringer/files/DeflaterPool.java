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
 * Lends compressors to responses. Each compressor takes about 256 KiB outside the heap, so their number is limited. A
 * response that gets none is sent uncompressed. The pool keeps a few idle compressors.
 *
 * <p>A body may be forgotten without being closed, for example if a handler leaves the response to a callback that
 * never comes. The pool takes the compressor of such a body back after the garbage collector has collected the body.
 *
 * <p>Safe for use by several threads at once.
 */
final class DeflaterPool {
    private static final int MAX_IDLE = 16;
    private static final int INPUT_SIZE = 2048;
    private static final int OUTPUT_SIZE = 8192;

    /** A compressor with its checksum and buffers, for one response at a time. */
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

    /** Detects a body that was collected before it gave its compressor back. */
    private static final class Loan extends PhantomReference<Object> {
        private final Coder coder;

        private Loan(Object body, Coder coder, ReferenceQueue<Object> forgotten) {
            super(body, forgotten);
            this.coder = coder;
        }
    }

    private final ReentrantLock lock = new ReentrantLock();
    private final ReferenceQueue<Object> forgotten = new ReferenceQueue<>();
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

    /** Returns a fresh compressor, or null if too many are in use. The caller must give it back. */
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

    /** Records the body that uses a lent compressor. */
    void watch(Object body, Coder coder) {
        lock.lock();
        try {
            coder.loan = new Loan(body, coder, forgotten);
            loans.add(coder.loan);
        } finally {
            lock.unlock();
        }
    }

    /** Takes back a compressor that is no longer used. Its state does not matter. */
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

    /** Returns the number of compressors in use. */
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
