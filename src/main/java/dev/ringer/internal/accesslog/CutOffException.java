package dev.ringer.internal.accesslog;

import java.io.IOException;

/** Thrown if a {@link LogSink} has written only the first of the bytes that it was given. */
final class CutOffException extends IOException {
    private static final long serialVersionUID = 1;

    private final int written;

    /** {@code written} is the number of bytes that were written. */
    CutOffException(int written, Throwable cause) {
        super(cause.toString(), cause);
        this.written = written;
    }

    /** Returns how many bytes a failed call of {@link LogSink#write} has written for certain. */
    static int written(Throwable failure) {
        return failure instanceof CutOffException cut ? cut.written : 0;
    }

    /** Returns what has failed, without the exception that only carries the number. */
    static Throwable causeOf(Throwable failure) {
        return failure instanceof CutOffException ? failure.getCause() : failure;
    }
}
