package dev.ringer.internal.http1;

/**
 * Drops the rest of a body that its handler did not read, up to a limit. The loop does this after it has taken the
 * connection back.
 */
final class BodyDrain {
    enum Progress {
        MORE_TO_COME,
        DONE,
        IMPOSSIBLE
    }

    private final RequestBody body;
    private long left;

    /**
     * Creates a drain that has not begun.
     *
     * @param body its reading has been ended
     * @param amount the most bytes to drop
     */
    BodyDrain(RequestBody body, long amount) {
        this.body = body;
        this.left = amount;
    }

    /** Drops the bytes that have arrived. Never waits. */
    Progress proceed(byte[] scratch) {
        long count = body.discard(scratch, left);
        left -= count;
        if (count < 0) {
            return Progress.IMPOSSIBLE;
        }
        return body.complete() ? Progress.DONE : Progress.MORE_TO_COME;
    }
}
