package dev.ringer.internal.protocol;

import dev.ringer.internal.http.RequestLimits;
import dev.ringer.internal.http.Violation;
import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.time.RateWindow;
import dev.ringer.internal.time.TimeLimit;
import java.util.function.LongSupplier;

/**
 * Judges whether a client is too slow: with a request body, with a response, or with messages. The client must send or
 * accept some bytes within the stall timeout, and must keep the minimum rate over a {@link RateWindow}. Time counts only
 * while the server waits for the client. It does not count while a handler or a subscriber works, while a stream of
 * HTTP/2 waits for its turn after other streams, while the server waits for its own disk ({@link PaceClock}), or while
 * the process stands still ({@link dev.ringer.internal.time.LimitClock}).
 *
 * <pre>
 *   resting ──await──► waiting ──rest──► resting
 *                        │ ▲
 *            the client sends or accepts bytes: the stall timeout begins anew, the wait goes on
 * </pre>
 *
 * <p>The stall timeout does not begin anew in a wait before which the client has sent and accepted nothing.
 *
 * <p>On output, the system reports a socket as writable only when much of its buffer is free. A slow client may need
 * longer than the time limit to free that much. So the server writes waiting bytes again at intervals
 * ({@link #nanosToCheck}), without waiting for the system's report.
 *
 * <p>The thread that receives or sends calls the methods that record something. One thread at a time judges: on HTTP/2,
 * the loop judges the output, otherwise it is the thread that receives or sends.
 *
 * @param <V> the kind of the limits
 */
public final class ClientPace<V> {
    private final LongSupplier clock;
    private final long stallNanos;
    private final V stalled; // the limit of a client that stalls
    private final long minRate;
    private final V tooSlow; // the limit of a client that is below the minimum rate

    // The thread that receives or sends writes these fields. Times are those of the clock.
    private int inPart; // bytes that the socket has accepted of an incomplete TLS record; 0 in clear text
    private long reached; // bytes that the client has sent or accepted; falls when a TLS record is complete
    private long stallBefore; // nanoseconds of the stall timeout that earlier waits have used up
    // time since which the server waits and the client has sent or accepted nothing; 0 while the server does not wait
    private volatile long waitsSince;
    private volatile long ratedSince; // time since which the minimum rate applies to the wait; 0 if it does not
    private volatile long waited; // sum of all earlier waits to which the minimum rate applied, in nanoseconds
    private volatile long total; // the largest value of `reached` so far

    // only the thread that judges uses these fields
    private RateWindow window; // null until the waits add up to a whole slice, because most do not
    private long judgedWaited;
    private long judgedTotal;
    private long nanosToCheck;

    private ClientPace(LongSupplier clock, long stallNanos, V stalled, long minRate, V tooSlow) {
        this.clock = clock;
        this.stallNanos = stallNanos;
        this.stalled = stalled;
        this.minRate = minRate;
        this.tooSlow = tooSlow;
        this.nanosToCheck = Math.min(stallNanos, sliceNanos());
    }

    /** Returns the judge of a client that sends a request body. {@code clock} returns nanoseconds. */
    public static ClientPace<Violation> ofBody(LongSupplier clock, RequestLimits limits) {
        return new ClientPace<>(
                clock, limits.bodyStallNanos, Violation.BODY_STALLED, limits.minBodyRate, Violation.BODY_TOO_SLOW);
    }

    /** Returns the judge of a client that reads responses. {@code clock} returns nanoseconds. */
    public static ClientPace<Limit> ofResponses(LongSupplier clock, RequestLimits limits) {
        return new ClientPace<>(
                clock,
                limits.writeStallNanos,
                Limit.WRITE_STALL_TIMEOUT,
                limits.minResponseRate,
                Limit.MIN_RESPONSE_RATE);
    }

    /** Returns the judge of a client that reads messages or events, for which there is no minimum rate. */
    public static ClientPace<Limit> ofMessages(LongSupplier clock, long stallNanos) {
        return new ClientPace<>(clock, stallNanos, Limit.WRITE_STALL_TIMEOUT, 0, Limit.MIN_RESPONSE_RATE);
    }

    private long sliceNanos() {
        return minRate > 0 ? RateWindow.SLICE_NANOS : TimeLimit.OFF;
    }

    // ---- called by the thread that receives or sends

    /**
     * Records how many bytes the client has sent or accepted in all. The number may include bytes of an incomplete TLS
     * record, and may fall when that record is complete, because the content of a record is shorter. The rate counts no
     * byte twice.
     */
    public void reached(long bytes) {
        if (bytes != reached) {
            reached = bytes;
            if (bytes > total) {
                total = bytes;
            }
            stallBefore = 0;
            if (waitsSince != 0) {
                waitsSince = nonZero(clock.getAsLong());
            }
        }
    }

    /**
     * Records the bytes that a write has sent. Over TLS, a write counts the bytes of a record only when the socket has
     * accepted the whole record. So this method also needs the accepted bytes of an incomplete record.
     *
     * @param written the number of bytes that the write counts
     * @param nowInPart the result of {@link Transport#sentInPart} after the write
     */
    public void wrote(long written, int nowInPart) {
        long bytes = reached - inPart + written + nowInPart;
        inPart = nowInPart;
        reached(bytes);
    }

    /**
     * Records that the server now waits for the client. If it waits already, that wait goes on.
     *
     * @param rated whether the minimum rate applies to the wait
     */
    public void await(boolean rated) {
        if (waitsSince == 0 || rated != (ratedSince != 0)) {
            await(rated, clock.getAsLong());
        }
    }

    /**
     * Records that the server now waits for the client, at the minimum rate, and judges the client. For a thread that
     * does both.
     *
     * @return the limit that the client has exceeded; null if there is none
     */
    public V awaitJudged() {
        long now = clock.getAsLong();
        await(true, now);
        return judge(now);
    }

    private void await(boolean rated, long now) {
        if (waitsSince == 0) {
            waitsSince = nonZero(now - stallBefore);
        }
        if (!rated) {
            endRated(now);
        } else if (ratedSince == 0) {
            ratedSince = nonZero(now);
        }
    }

    private static long nonZero(long time) {
        return time == 0 ? -1 : time;
    }

    /** Records that the server does not wait for the client any more. */
    public void rest() {
        long since = waitsSince;
        if (since != 0) {
            long now = clock.getAsLong();
            stallBefore = now - since;
            endRated(now);
            waitsSince = 0;
        }
    }

    private void endRated(long now) {
        long since = ratedSince;
        if (since != 0) {
            waited += now - since;
            ratedSince = 0;
        }
    }

    // ---- called by any thread

    /**
     * Returns the time of the clock since which the server waits and the client has sent or accepted nothing; 0 while
     * the server does not wait for the client.
     */
    public long waitsSince() {
        return waitsSince;
    }

    /** Whether the server waits for the client, and the minimum rate applies. */
    public boolean awaitsRated() {
        return ratedSince != 0;
    }

    /** Returns the nanoseconds for which the server has waited since the client has last sent or accepted something. */
    public long stalledNanos() {
        long since = waitsSince;
        return since == 0 ? 0 : clock.getAsLong() - since;
    }

    // ---- called by the thread that judges

    /** Judges the client. Returns the limit that it has exceeded; null if there is none. */
    public V judge() {
        return judge(clock.getAsLong());
    }

    private V judge(long now) {
        long before = waited;
        long rated = ratedSince;
        long since = waitsSince;
        nanosToCheck = Math.min(stallNanos, sliceNanos());
        if (since != 0 && stallNanos != TimeLimit.OFF) {
            long left = since + stallNanos - now;
            if (left <= 0) {
                return stalled;
            }
            nanosToCheck = Math.min(nanosToCheck, left);
        }
        // If the value of waited has changed, another thread has just ended a wait, and the values above do not match.
        // The next check counts that wait.
        if (minRate == 0 || before != waited) {
            return null;
        }
        long sum = rated == 0 ? before : before + (now - rated);
        return isBelowRate(sum) && rated != 0 ? tooSlow : null;
    }

    /** Whether the client is below the minimum rate, after waits of so many nanoseconds in all. */
    private boolean isBelowRate(long sum) {
        if (window == null) {
            if (sum < RateWindow.SLICE_NANOS) {
                nanosToCheck = Math.min(nanosToCheck, RateWindow.SLICE_NANOS - sum);
                return false;
            }
            window = new RateWindow(minRate);
        }
        long bytes = total;
        window.count(bytes - judgedTotal);
        judgedTotal = bytes;
        window.waited(sum - judgedWaited);
        judgedWaited = sum;
        boolean below = window.tooSlow();
        nanosToCheck = Math.min(nanosToCheck, window.nanosLeft());
        return below;
    }

    /**
     * Returns the nanoseconds from the last judgement until the next one is necessary; {@link TimeLimit#OFF} if none is.
     */
    public long nanosToCheck() {
        // While the server does not wait, an earlier check is useless, because the window checks the rate only when it
        // has counted this much waiting.
        return waitsSince == 0 ? sliceNanos() : nanosToCheck;
    }
}
