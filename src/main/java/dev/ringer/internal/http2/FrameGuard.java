package dev.ringer.internal.http2;

import dev.ringer.internal.http2.frame.Http2Fault;
import dev.ringer.internal.time.RecentCount;

/**
 * Limits frames that cost the server more than the client. Some frames demand an answer, and an attacker never reads
 * the answers (CVE-2019-9512, CVE-2019-9515). Others are empty (CVE-2019-9518). This class does not count
 * WINDOW_UPDATE, PRIORITY and PRIORITY_UPDATE, because ordinary clients send many of them. {@link FrameInput} limits
 * how many of them are handled at a time. Not thread-safe.
 */
final class FrameGuard {
    static final int MAX_PENDING_ANSWERS = 1_000;
    static final int MAX_SETTINGS = 100; // the most SETTINGS frames within about 30 seconds
    static final int MAX_EMPTY_DATA = 100;

    private final RecentCount settings = new RecentCount();
    private int pendingAnswers;
    private int emptyData;

    /** Counts a SETTINGS frame that is not an acknowledgement. Returns the rule that the client has broken, or null. */
    Http2Fault onSettings(long nowNanos) {
        return settings.add(nowNanos) > MAX_SETTINGS ? Http2Fault.TOO_MANY_SETTINGS : null;
    }

    /**
     * Counts an acknowledgement or RST_STREAM that the server has queued. Returns the rule that the client has broken,
     * or null.
     */
    Http2Fault onAnswerQueued() {
        return ++pendingAnswers > MAX_PENDING_ANSWERS ? Http2Fault.ANSWERS_NOT_READ : null;
    }

    /** Notes that the server has sent all queued answers. */
    void onAnswersSent() {
        pendingAnswers = 0;
    }

    /** Returns the number of answers that were queued since the server had last sent all queued answers. */
    int pendingAnswers() {
        return pendingAnswers;
    }

    /**
     * Counts a DATA frame with this number of octets, padding excluded. Returns the rule that the client has broken, or
     * null.
     */
    Http2Fault onData(int contentLength, boolean endStream) {
        emptyData = contentLength == 0 && !endStream ? emptyData + 1 : 0;
        return emptyData > MAX_EMPTY_DATA ? Http2Fault.TOO_MANY_EMPTY_FRAMES : null;
    }
}
