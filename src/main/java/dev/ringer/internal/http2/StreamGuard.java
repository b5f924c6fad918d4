package dev.ringer.internal.http2;

import dev.ringer.internal.time.RecentCount;

/**
 * Watches how the streams of a connection end: against clients that open streams only to reset them (CVE-2023-44487), or to
 * make us reset them (CVE-2025-8671). A client that cancels 20 requests a second is left alone. Not thread-safe.
 */
final class StreamGuard {
    static final int MAX_RESETS = 1_000;
    static final int MAX_FAULTS = 200;

    private final RecentCount opened = new RecentCount();
    private RecentCount resets; // null before the first
    private RecentCount faults; // as well

    /** A stream was opened. */
    void onOpened(long nowNanos) {
        opened.add(nowNanos);
    }

    /** The client reset a stream whose handler had not ended. Says what is wrong with that, or null. */
    Http2Fault onResetAtWork(long nowNanos) {
        if (resets == null) {
            resets = new RecentCount();
        }
        int count = resets.add(nowNanos);
        boolean most = 2L * count > opened.count(nowNanos);
        return count > MAX_RESETS && most ? Http2Fault.TOO_MANY_RESETS : null;
    }

    /** We had to reset a stream for a fault of the client, which being one too many is not: nothing answers it. As above. */
    Http2Fault onStreamFault(long nowNanos) {
        if (faults == null) {
            faults = new RecentCount();
        }
        return faults.add(nowNanos) > MAX_FAULTS ? Http2Fault.TOO_MANY_FAULTS : null;
    }
}
