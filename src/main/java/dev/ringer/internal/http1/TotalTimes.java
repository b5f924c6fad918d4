package dev.ringer.internal.http1;

import dev.ringer.internal.observe.Limit;

/**
 * How much is left of the time in which the present request has to come and its response to be given, as the properties
 * {@code maxReqTime} and {@code maxRspTime} of the JDK's server limit them. Owned by the loop.
 */
final class TotalTimes {
    private final long requestNanos;
    private final long responseNanos;

    private boolean begun; // whether the first byte of the next request is here
    private long requestBegan;
    private long headCompleteAt;

    TotalTimes(Http1Shared shared) {
        requestNanos = shared.requestNanos;
        responseNanos = shared.responseNanos;
    }

    /** {@return the time for a request of which the first bytes are here} */
    long begin() {
        begun = true;
        requestBegan = System.nanoTime();
        return requestNanos;
    }

    /** {@return how long until an exchange that begins must be looked at} */
    long headComplete(RequestBody body) {
        headCompleteAt = System.nanoTime();
        if (!begun) {
            requestBegan = headCompleteAt;
        }
        begun = false;
        return left(body);
    }

    /** {@return which of the two is running, or has run out} */
    Limit limitOf(RequestBody body) {
        return body != null && body.completeSince() == 0 ? Limit.MAX_REQUEST_TIME : Limit.MAX_RESPONSE_TIME;
    }

    /** {@return how long until the present exchange must be looked at again; none is left when it is too late} */
    long left(RequestBody body) {
        long now = System.nanoTime();
        long bodyCompleteAt = body == null ? headCompleteAt : body.completeSince();
        if (bodyCompleteAt == 0) {
            return requestNanos == Long.MAX_VALUE
                    ? responseNanos
                    : Math.min(requestBegan + requestNanos - now, responseNanos);
        }
        return responseNanos == Long.MAX_VALUE ? responseNanos : bodyCompleteAt + responseNanos - now;
    }
}
