package dev.ringer.internal.protocol;

import java.util.function.LongSupplier;

/**
 * The clock of a connection's {@link ClientPace}s. It stands still while the server waits for its own disk, or for a
 * thread that reads from the disk, because the client is not to blame for that time.
 *
 * <p>The thread that sends calls {@link #pause} and {@link #resume}. Any thread may read the clock.
 */
public final class PaceClock implements LongSupplier {
    private final LongSupplier clock; // in nanoseconds
    private volatile long pausedAt; // time of the clock since which this clock stands still; 0 while it runs
    private volatile long paused; // sum of all earlier pauses

    public PaceClock(LongSupplier clock) {
        this.clock = clock;
    }

    /** Stops the clock, unless it stands still already. */
    public void pause() {
        if (pausedAt == 0) {
            pausedAt = clock.getAsLong() | 1;
        }
    }

    /** Lets the clock go on, unless it runs already. */
    public void resume() {
        long since = pausedAt;
        if (since != 0) {
            paused += clock.getAsLong() - since; // first: a thread that reads meanwhile gets a time that is too early
            pausedAt = 0;
        }
    }

    @Override
    public long getAsLong() {
        long since = pausedAt; // first: see resume()
        long time = since == 0 ? clock.getAsLong() : since;
        return time - paused;
    }
}
