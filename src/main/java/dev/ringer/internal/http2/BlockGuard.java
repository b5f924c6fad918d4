package dev.ringer.internal.http2;

/**
 * Bounds a field block in octets, in frames and in time: against blocks without end (CVE-2024-27316), also those of empty
 * frames (CVE-2026-33871), and against dripping. Not thread-safe.
 */
final class BlockGuard {
    static final int MAX_SMALL_FRAMES = 16;
    static final int SMALL_FRAME = 8 * 1024;

    private final int maxOctets;
    private final long maxNanos;

    private long octets;
    private int smallFrames;
    private long beginNanos;

    /**
     * A guard for one connection.
     *
     * @param maxOctets how large a block may be, padding included
     * @param maxNanos how long it may take
     */
    BlockGuard(int maxOctets, long maxNanos) {
        this.maxOctets = maxOctets;
        this.maxNanos = maxNanos;
    }

    /** HEADERS began. Says what is wrong with that, or null. */
    Http2Fault onHeaders(int length, long nowNanos) {
        beginNanos = nowNanos;
        octets = 0;
        smallFrames = 0;
        return add(length);
    }

    /** CONTINUATION began. As above. */
    Http2Fault onContinuation(int length, long nowNanos) {
        if (length < SMALL_FRAME) {
            smallFrames += length == 0 ? 2 : 1;
        }
        if (smallFrames > MAX_SMALL_FRAMES) {
            return Http2Fault.TOO_MANY_CONTINUATIONS;
        }
        return isLate(nowNanos) ? Http2Fault.BLOCK_TOO_SLOW : add(length);
    }

    private Http2Fault add(int length) {
        octets += length;
        return octets > maxOctets ? Http2Fault.BLOCK_TOO_LARGE : null;
    }

    /** Whether a block that is not complete yet has had its time. */
    boolean isLate(long nowNanos) {
        return nowNanos - beginNanos >= maxNanos;
    }

    /** When the block began. */
    long beganAt() {
        return beginNanos;
    }
}
