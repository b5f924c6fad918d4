package dev.ringer.internal.http1;

/**
 * Reads and drops the part of a request body that the handler did not read, up to a limit. The loop does this after the
 * exchange, so that the connection can serve its next request.
 */
final class BodyDrain {
    enum Progress {
        MORE_TO_COME,
        DONE,
        IMPOSSIBLE
    }

    private final RequestBody body;
    private long left; // number of bytes that may still be dropped

    /** Creates a drain that drops at most {@code amount} bytes of the body. */
    BodyDrain(RequestBody body, long amount) {
        this.body = body;
        this.left = amount;
    }

    /** Drops the bytes of the request body that have arrived, without waiting for more. Overwrites {@code scratch}. */
    Progress proceed(byte[] scratch) {
        long count = body.discard(scratch, left);
        left -= count;
        if (count < 0) {
            return Progress.IMPOSSIBLE;
        }
        return body.complete() ? Progress.DONE : Progress.MORE_TO_COME;
    }
}
