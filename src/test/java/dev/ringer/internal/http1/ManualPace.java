package dev.ringer.internal.http1;

import dev.ringer.internal.time.TimeLimit;
import java.util.function.LongSupplier;

/** Waits for a body as long as it keeps to the rate, by a clock of the test's. */
record ManualPace(LongSupplier clock, long minRate) implements RequestBody.Pace {
    @Override
    public long beforeWaiting() {
        return TimeLimit.OFF;
    }

    @Override
    public long now() {
        return clock.getAsLong();
    }
}
