package dev.ringer.internal.http1;

import dev.ringer.internal.time.TimeLimit;
import java.util.function.LongSupplier;

/** Enforces only the rate of a body, by a clock of the test. */
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
