package dev.ringer.internal.http1;

/**
 * How much is left of the time in which the present request has to come and its response to be given, as the properties
 * {@code maxReqTime} and {@code maxRspTime} of the JDK's server limit them. Belongs to the owner of the connection.
 */
final class TotalTimes {
    private final long requestNanos;
    private final long responseNanos;

    private long began; // zero before the first byte of a request
    private long headCompleteAt;

    TotalTimes(Http1Shared shared) {
        requestNanos = shared.requestNanos;
        responseNanos = shared.responseNanos;
    }

    /** {@return the time for a request of which the first bytes are here} */
    long begin() {
        began = System.nanoTime();
        return requestNanos;
    }

    /** {@return how long until an exchange that begins must be looked at} */
    long headComplete(RequestBody body) {
        headCompleteAt = System.nanoTime();
        if (began == 0) {
            began = headCompleteAt;
        }
        return left(body, headCompleteAt);
    }

    /** {@return how long until the present exchange must be looked at again; none is left when it is too late} */
    long left(RequestBody body) {
        return left(body, System.nanoTime());
    }

    private long left(RequestBody body, long now) {
        if (body != null && !body.complete()) {
            return requestNanos == Long.MAX_VALUE ? responseNanos : Math.min(began + requestNanos - now, responseNanos);
        }
        long since = body == null ? headCompleteAt : body.completeSince();
        return responseNanos == Long.MAX_VALUE ? responseNanos : since + responseNanos - now;
    }

    /** The exchange has ended. */
    void end() {
        began = 0;
    }
}
