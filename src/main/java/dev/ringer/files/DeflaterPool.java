package dev.ringer.files;

import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Set;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import org.jspecify.annotations.Nullable;

/**
 * Lends compressors to responses. Each compressor takes about 256 KiB outside the heap, so their number is limited. If
 * all are in use, a response is sent uncompressed. The pool keeps a few idle compressors.
 *
 * <p>A response body may never be closed, for example if the handler waits for a callback that never comes. When the
 * garbage collector has collected such a body, the pool takes the compressor back.
 *
 * <p>Thread-safe.
 */
final class DeflaterPool {
    private static final int MAX_IDLE = 16;
    private static final int INPUT_SIZE = 2048;
    private static final int OUTPUT_SIZE = 8192;

    /** A compressor with its checksum and buffers. One response uses it at a time. */
    static final class Coder {
        final Deflater deflater;
        final CRC32 checksum = new CRC32();
        final byte[] input = new byte[INPUT_SIZE];
        final byte[] output = new byte[OUTPUT_SIZE];

        private @Nullable Loan loan; // guarded by the pool

        private Coder(int level) {
            deflater = new Deflater(level, true);
        }
    }

    /** Detects that a body was garbage-collected before it gave its compressor back. */
    private static final class Loan extends PhantomReference<Object> {
        private final Coder coder;

        private Loan(Object body, Coder coder, ReferenceQueue<Object> forgotten) {
            super(body, forgotten);
            this.coder = coder;
        }
    }

    private final ReferenceQueue<Object> forgotten = new ReferenceQueue<>();
    private final int level;
    private final int most;

    // guarded by this object
    private final ArrayDeque<Coder> idle = new ArrayDeque<>();
    private final Set<Loan> loans = new HashSet<>();
    private int lent;

    DeflaterPool(int level, int most) {
        this.level = level;
        this.most = most;
    }

    /**
     * Returns a compressor in its initial state, which the caller must give back. Returns null if the maximum number of
     * compressors is in use.
     */
    synchronized @Nullable Coder take() {
        takeBackForgotten();
        if (lent >= most) {
            return null;
        }
        Coder kept = idle.poll();
        Coder coder = kept != null ? kept : new Coder(level);
        lent++;
        return coder;
    }

    /** Registers the body that uses a compressor. So the pool notices if the body is garbage-collected. */
    synchronized void watch(Object body, Coder coder) {
        coder.loan = new Loan(body, coder, forgotten);
        loans.add(coder.loan);
    }

    private void takeBackForgotten() {
        for (Reference<?> gone = forgotten.poll(); gone != null; gone = forgotten.poll()) {
            giveBack(((Loan) gone).coder);
        }
    }

    /** Takes back a compressor, which may be in any state. */
    synchronized void giveBack(Coder coder) {
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

    synchronized int lent() {
        takeBackForgotten();
        return lent;
    }
}
