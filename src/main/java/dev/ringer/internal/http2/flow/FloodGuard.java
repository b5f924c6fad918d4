package dev.ringer.internal.http2.flow;

import dev.ringer.internal.http2.frame.Http2Fault;
import dev.ringer.internal.http2.frame.Http2Refused;
import dev.ringer.internal.time.RecentCount;

/**
 * Limits the kinds of input that cost the server more than the client. Beyond a limit, methods throw
 * {@link Http2Refused}, which ends the connection. The kinds are:
 *
 * <ul>
 *   <li>frames that demand an answer, while the client reads no answers (CVE-2019-9512, CVE-2019-9515)
 *   <li>empty DATA frames (CVE-2019-9518)
 *   <li>streams that clients open only to reset them (CVE-2023-44487), or to make the server reset them (CVE-2025-8671)
 *   <li>streams that clients open although the server refuses them
 * </ul>
 *
 * <p>Every count forgets what happened more than 30 seconds ago, so that a connection may live for months. A client that
 * cancels 20 requests per second exceeds no limit. WINDOW_UPDATE, PRIORITY and PRIORITY_UPDATE do not count, because
 * ordinary clients send many of them. {@code FrameInput} limits how many of them are handled at a time. Not thread-safe.
 */
public final class FloodGuard {
    static final int MAX_PENDING_ANSWERS = 1_000;
    static final int MAX_SETTINGS = 100; // the most SETTINGS frames within about 30 seconds
    static final int MAX_EMPTY_DATA = 100; // the most empty DATA frames within about 30 seconds, without any content
    static final int MAX_EMPTY_DATA_PER_STREAM = 10; // the same for a client that has opened many streams
    static final int MAX_RESETS = 1_000; // the most resets by the client within about 30 seconds
    static final int MAX_FAULTS = 200; // the most resets for broken rules within about 30 seconds
    static final int MAX_REFUSED = 10_000; // the most streams beyond MAX_CONCURRENT_STREAMS within about 30 seconds

    private final RecentCount settings = new RecentCount();
    private int answers; // answers queued so far, modulo 2^32
    private RecentCount emptyData; // empty DATA frames since the last content; null before the first one

    private final RecentCount opened = new RecentCount(); // streams that the client has opened
    private RecentCount refused; // streams beyond MAX_CONCURRENT_STREAMS; null before the first one
    private RecentCount resets; // resets by the client; null before the first reset
    private RecentCount faults; // resets for broken rules; null before the first reset

    /** Counts a SETTINGS frame that is not an acknowledgement. */
    public void onSettings(long nowNanos) {
        if (settings.add(nowNanos) > MAX_SETTINGS) {
            throw new Http2Refused(Http2Fault.TOO_MANY_SETTINGS);
        }
    }

    /**
     * Counts an acknowledgement or RST_STREAM that the server is about to queue.
     *
     * @param sent the number of answers that the server has sent so far, modulo 2^32
     */
    public void onAnswer(int sent, long nowNanos) {
        answers++;
        // A client may send a burst of requests before it begins to read, so each refused stream allows for its answer.
        int most = MAX_PENDING_ANSWERS + refused(nowNanos);
        if (pendingAnswers(sent) > most) {
            throw new Http2Refused(Http2Fault.ANSWERS_NOT_READ);
        }
    }

    /** Returns the number of answers that wait to be sent. {@code sent} is as in {@link #onAnswer}. */
    public int pendingAnswers(int sent) {
        return answers - sent;
    }

    /**
     * Counts a DATA frame with this number of octets, padding excluded. Clients send an empty frame now and then, for
     * example before the trailers of each request, or to keep a stream alive. So the limit grows with the number of
     * streams.
     *
     * @param openStreams the number of streams that are open at present
     */
    public void onData(int contentLength, boolean endStream, int openStreams, long nowNanos) {
        if (contentLength > 0 || endStream) {
            if (emptyData != null && contentLength > 0) {
                emptyData.clear();
            }
            return;
        }
        if (emptyData == null) {
            emptyData = new RecentCount();
        }
        int count = emptyData.add(nowNanos);
        if (count <= MAX_EMPTY_DATA) {
            return;
        }
        long streams = (long) openStreams + opened.count(nowNanos) + refused(nowNanos);
        if (count > MAX_EMPTY_DATA_PER_STREAM * streams) {
            throw new Http2Refused(Http2Fault.TOO_MANY_EMPTY_FRAMES);
        }
    }

    public void onStreamOpened(long nowNanos) {
        opened.add(nowNanos);
    }

    /**
     * Counts a stream beyond MAX_CONCURRENT_STREAMS. A client may open thousands of them before it reads the server's
     * SETTINGS.
     */
    public void onStreamRefused(long nowNanos) {
        if (refused == null) {
            refused = new RecentCount();
        }
        if (refused.add(nowNanos) > MAX_REFUSED) {
            throw new Http2Refused(Http2Fault.TOO_MANY_REFUSED);
        }
    }

    private int refused(long nowNanos) {
        return refused == null ? 0 : refused.count(nowNanos);
    }

    /** Counts a stream that the client has reset before the handler ended. */
    public void onResetAtWork(long nowNanos) {
        if (resets == null) {
            resets = new RecentCount();
        }
        int count = resets.add(nowNanos);
        boolean most = 2L * count > opened.count(nowNanos);
        if (count > MAX_RESETS && most) {
            throw new Http2Refused(Http2Fault.TOO_MANY_RESETS);
        }
    }

    /**
     * Counts a stream that the server has reset because its client broke a rule. A stream beyond MAX_CONCURRENT_STREAMS
     * does not count, because no handler runs for it.
     */
    public void onStreamFault(long nowNanos) {
        if (faults == null) {
            faults = new RecentCount();
        }
        if (faults.add(nowNanos) > MAX_FAULTS) {
            throw new Http2Refused(Http2Fault.TOO_MANY_FAULTS);
        }
    }
}
