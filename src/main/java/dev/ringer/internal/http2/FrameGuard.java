package dev.ringer.internal.http2;

import dev.ringer.internal.time.RecentCount;

/**
 * Watches frames that cost us more than the client: those that want an answer, from a client that does not read the answers
 * (CVE-2019-9512, 9515), and empty ones (CVE-2019-9518). WINDOW_UPDATE, PRIORITY and PRIORITY_UPDATE are never counted: that
 * there are many of them is usual, and a turn of the loop handles no more than its share. Not thread-safe.
 */
final class FrameGuard {
    static final int MAX_PENDING_ANSWERS = 1_000;
    static final int MAX_SETTINGS = 100;
    static final int MAX_EMPTY_DATA = 100;

    private final RecentCount settings = new RecentCount();
    private int pendingAnswers;
    private int emptyData;

    /** SETTINGS, other than an acknowledgement. Says what is wrong with that, or null. */
    Http2Fault onSettings(long nowNanos) {
        return settings.add(nowNanos) > MAX_SETTINGS ? Http2Fault.TOO_MANY_SETTINGS : null;
    }

    /** An acknowledgement or RST_STREAM of ours was queued. As above. */
    Http2Fault onAnswerQueued() {
        return ++pendingAnswers > MAX_PENDING_ANSWERS ? Http2Fault.ANSWERS_NOT_READ : null;
    }

    /** All answers that were queued have left. */
    void onAnswersSent() {
        pendingAnswers = 0;
    }

    /** How many answers were queued since all had left. */
    int pendingAnswers() {
        return pendingAnswers;
    }

    /** DATA with so much content, padding not counted. As above. */
    Http2Fault onData(int contentLength, boolean endStream) {
        emptyData = contentLength == 0 && !endStream ? emptyData + 1 : 0;
        return emptyData > MAX_EMPTY_DATA ? Http2Fault.TOO_MANY_EMPTY_FRAMES : null;
    }
}
