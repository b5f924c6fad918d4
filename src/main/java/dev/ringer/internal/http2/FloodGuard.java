package dev.ringer.internal.http2;

import dev.ringer.internal.http2.frame.Http2Fault;
import dev.ringer.internal.time.RecentCount;

/**
 * Limits the kinds of input that cost the server more than the client:
 *
 * <ul>
 *   <li>frames that demand an answer, while the client reads no answers (CVE-2019-9512, CVE-2019-9515)
 *   <li>empty DATA frames (CVE-2019-9518)
 *   <li>streams that clients open only to reset them (CVE-2023-44487), or to make the server reset them (CVE-2025-8671)
 * </ul>
 *
 * <p>A client that cancels 20 requests per second exceeds no limit. WINDOW_UPDATE, PRIORITY and PRIORITY_UPDATE do not
 * count, because ordinary clients send many of them. {@link FrameInput} limits how many of them are handled at a time.
 * Not thread-safe.
 */
final class FloodGuard {
    static final int MAX_PENDING_ANSWERS = 1_000;
    static final int MAX_SETTINGS = 100; // the most SETTINGS frames within about 30 seconds
    static final int MAX_EMPTY_DATA = 100;
    static final int MAX_RESETS = 1_000; // the most resets by the client within about 30 seconds
    static final int MAX_FAULTS = 200; // the most resets for broken rules within about 30 seconds

    private final RecentCount settings = new RecentCount();
    private int pendingAnswers;
    private int emptyData;

    private final RecentCount opened = new RecentCount(); // streams that the client has opened
    private RecentCount resets; // resets by the client; null before the first reset
    private RecentCount faults; // resets for broken rules; null before the first reset

    /**
     * Counts a SETTINGS frame that is not an acknowledgement. Returns the rule that the client has broken; null if it
     * has broken none.
     */
    Http2Fault onSettings(long nowNanos) {
        return settings.add(nowNanos) > MAX_SETTINGS ? Http2Fault.TOO_MANY_SETTINGS : null;
    }

    /**
     * Counts an acknowledgement or RST_STREAM that the server has queued. Returns the rule that the client has broken;
     * null if it has broken none.
     */
    Http2Fault onAnswerQueued() {
        return ++pendingAnswers > MAX_PENDING_ANSWERS ? Http2Fault.ANSWERS_NOT_READ : null;
    }

    /** Resets the count of pending answers, because the server has sent all queued answers. */
    void onAnswersSent() {
        pendingAnswers = 0;
    }

    /** Returns the number of answers that were queued since the last call of {@link #onAnswersSent}. */
    int pendingAnswers() {
        return pendingAnswers;
    }

    /**
     * Counts a DATA frame with this number of octets, padding excluded. Returns the rule that the client has broken;
     * null if it has broken none.
     */
    Http2Fault onData(int contentLength, boolean endStream) {
        emptyData = contentLength == 0 && !endStream ? emptyData + 1 : 0;
        return emptyData > MAX_EMPTY_DATA ? Http2Fault.TOO_MANY_EMPTY_FRAMES : null;
    }

    void onStreamOpened(long nowNanos) {
        opened.add(nowNanos);
    }

    /**
     * Counts a stream that the client has reset before the handler ended. Returns the rule that the client has broken;
     * null if it has broken none.
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
     * does not count, because no handler runs for it. Returns the rule that the client has broken; null if it has
     * broken none.
     */
    Http2Fault onStreamFault(long nowNanos) {
        if (faults == null) {
            faults = new RecentCount();
        }
        return faults.add(nowNanos) > MAX_FAULTS ? Http2Fault.TOO_MANY_FAULTS : null;
    }
}
