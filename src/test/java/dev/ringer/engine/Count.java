package dev.ringer.engine;

import dev.ringer.testkit.Deadlines;

/** A counter on which threads can wait for a number. Thread-safe. */
final class Count {
    private static final long STILL_NANOS = 100_000_000;

    private long value;

    synchronized void add(long more) {
        value += more;
        notifyAll();
    }

    synchronized long value() {
        return value;
    }

    /**
     * Waits until the counter reaches {@code wanted}.
     *
     * @throws AssertionError if that takes too long
     */
    synchronized void awaitAt(long wanted) throws InterruptedException {
        long end = System.nanoTime() + Deadlines.PATIENCE.toNanos();
        while (value < wanted) {
            long millis = (end - System.nanoTime()) / 1_000_000;
            if (millis <= 0) {
                throw new AssertionError(value + " instead of " + wanted + " after " + Deadlines.PATIENCE);
            }
            wait(millis);
        }
    }

    /** Waits for {@code wanted}, or until the counter does not change for a while. Returns whether it was reached. */
    synchronized boolean awaitAtOrStill(long wanted) throws InterruptedException {
        long before = -1;
        while (value < wanted && value != before) {
            before = value;
            long end = System.nanoTime() + STILL_NANOS;
            for (long left; value < wanted && (left = end - System.nanoTime()) > 0; ) {
                wait(1 + left / 1_000_000);
            }
        }
        return value >= wanted;
    }

    /** Waits until the counter does not change for a while. This can bring about a state, but not prove it. */
    synchronized void awaitStill() throws InterruptedException {
        long before;
        do {
            before = value;
            long end = System.nanoTime() + STILL_NANOS;
            for (long left; (left = end - System.nanoTime()) > 0; ) {
                wait(1 + left / 1_000_000);
            }
        } while (value != before);
    }
}
