package dev.ringer.internal.http1;

import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.time.LimitClock;
import dev.ringer.internal.time.TimeLimit;

/**
 * The deadline of a connection, with additional time limits for each whole request and each whole response. The
 * properties {@code maxReqTime} and {@code maxRspTime} of the JDK's server set these limits.
 */
final class TotalTimes extends ConnectionTimes {
    private final long requestNanos;
    private final long responseNanos;

    private boolean begun; // whether requestBegan is set for the request that is arriving
    // times in terms of LimitClock
    private long requestBegan;
    private long headCompleteAt;

    TotalTimes(Http1Connection connection) {
        super(connection);
        requestNanos = shared().limits.requestNanos;
        responseNanos = shared().limits.responseNanos;
    }

    @Override
    long nanosForRequest() {
        begun = true;
        requestBegan = LimitClock.nanos();
        return requestNanos;
    }

    @Override
    long leftOfRequest() {
        if (!begun) {
            nanosForRequest(); // sets requestBegan, which is already set if the head arrived in parts
        }
        return leftOf(requestNanos, requestBegan);
    }

    private static long leftOf(long limitNanos, long began) {
        return limitNanos == TimeLimit.OFF ? TimeLimit.OFF : began + limitNanos - LimitClock.nanos();
    }

    @Override
    void limitExchange(RequestBody body) {
        headCompleteAt = LimitClock.nanos();
        if (!begun) {
            requestBegan = headCompleteAt;
        }
        begun = false;
        if (body != null && body.buffered()) {
            body.noteComplete();
        }
        checkIn(left(body));
    }

    /**
     * If the whole response has been sent, does the same as the superclass. Otherwise the time limit of the request or
     * the response still applies.
     */
    @Override
    void noteEnd(RequestBody body, boolean sent) {
        if (sent) {
            super.noteEnd(body, true);
        } else {
            note(limitOf(body), left(body));
        }
    }

    @Override
    Limit limitOf(RequestBody body) {
        return body != null && body.completeSince() == 0 ? Limit.MAX_REQUEST_TIME : Limit.MAX_RESPONSE_TIME;
    }

    @Override
    long left(RequestBody body) {
        long bodyCompleteAt = body == null ? headCompleteAt : body.completeSince();
        return bodyCompleteAt == 0
                ? Math.min(leftOf(requestNanos, requestBegan), responseNanos)
                : leftOf(responseNanos, bodyCompleteAt);
    }
}
