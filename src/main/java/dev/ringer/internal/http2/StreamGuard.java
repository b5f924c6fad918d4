package dev.ringer.internal.http2;

import dev.ringer.internal.http2.frame.Http2Fault;
import dev.ringer.internal.time.RecentCount;

/**
 * Limits how many streams of a connection end by a reset. This stops clients that open streams only to reset them
 * (CVE-2023-44487), or to make the server reset them (CVE-2025-8671). A client that cancels 20 requests per second is
 * within the limit. Not thread-safe.
 */
final class StreamGuard {
    static final int MAX_RESETS = 1_000; // the most resets by the client within about 30 seconds
    static final int MAX_FAULTS = 200; // the most resets for broken rules within about 30 seconds

    private final RecentCount opened = new RecentCount();
    private RecentCount resets; // resets by the client; null before the first
    private RecentCount faults; // resets for broken rules; null before the first

    void onOpened(long nowNanos) {
        opened.add(nowNanos);
    }

    /**
     * Counts a stream that the client has reset before the handler had ended. Returns the rule that the client has
     * broken, or null.
     */
    Http2Fault onResetAtWork(long nowNanos) {
        if (resets == null) {
            resets = new RecentCount();
        }
        int count = resets.add(nowNanos);
        boolean most = 2L * count > opened.count(nowNanos);
        return count > MAX_RESETS && most ? Http2Fault.TOO_MANY_RESETS : null;
    }

    /**
     * Counts a stream that the server has reset because its client broke a rule. A stream beyond MAX_CONCURRENT_STREAMS
     * does not count, because no handler runs for it. Returns the rule that the client has broken, or null.
     */
    Http2Fault onStreamFault(long nowNanos) {
        if (faults == null) {
            faults = new RecentCount();
        }
        return faults.add(nowNanos) > MAX_FAULTS ? Http2Fault.TOO_MANY_FAULTS : null;
    }
}
