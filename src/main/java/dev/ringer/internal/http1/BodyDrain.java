package dev.ringer.internal.http1;

/**
 * Drops the rest of a request body that the handler did not read, up to a limit. The loop drops this rest after the
 * exchange, when the loop owns the connection again.
 */
final class BodyDrain {
    enum Progress {
        MORE_TO_COME,
        DONE,
        IMPOSSIBLE
    }

    private final RequestBody body;
    private long left; // how many more bytes may be dropped

    /**
     * Creates a drain for one body.
     *
     * @param body a body that nobody reads any more
     * @param amount the most bytes to drop
     */
    BodyDrain(RequestBody body, long amount) {
        this.body = body;
        this.left = amount;
    }

    /**
     * Drops the bytes of the body that have arrived, without waiting for more. {@code scratch} receives the dropped
     * bytes.
     */
    Progress proceed(byte[] scratch) {
        long count = body.discard(scratch, left);
        left -= count;
        if (count < 0) {
            return Progress.IMPOSSIBLE;
        }
        return body.complete() ? Progress.DONE : Progress.MORE_TO_COME;
    }
}
