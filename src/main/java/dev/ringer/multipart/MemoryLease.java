package dev.ringer.multipart;

import java.io.Closeable;

/**
 * What one form that is being read holds of the memory for all forms: its buffer, the headers of its parts, fields, and
 * files that are not on the disk.
 *
 * <p>Taken in blocks, so that a small form touches the shared counter twice. What was given back stays leased for the
 * form's further use until {@link #close()}. Not safe for use by several threads at once.
 */
final class MemoryLease implements Closeable {
    private static final long BLOCK = 4 << 10;

    private final long most;
    private long leased;
    private long used;

    MemoryLease(FormOptions options) {
        this.most = options.maxMemoryBytesOfAll();
    }

    /** Takes bytes for this form; false, and nothing taken, where all forms together have no more. */
    boolean take(long bytes) {
        long missing = used + bytes - leased;
        if (missing > 0 && !lease(Math.max(missing, BLOCK)) && !lease(missing)) {
            return false;
        }
        used += bytes;
        return true;
    }

    private boolean lease(long bytes) {
        boolean possible = SharedBytes.MEMORY.take(bytes, most);
        leased += possible ? bytes : 0;
        return possible;
    }

    /** Takes bytes without which the form cannot go on. */
    void need(long bytes) throws FormLimitException {
        if (!take(bytes)) {
            throw new FormLimitException(FormLimit.MEMORY_BYTES_OF_ALL);
        }
    }

    void giveBack(long bytes) {
        used -= bytes;
    }

    @Override
    public void close() {
        SharedBytes.MEMORY.giveBack(leased);
        leased = 0;
        used = 0;
    }
}
