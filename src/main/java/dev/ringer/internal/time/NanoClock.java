package dev.ringer.internal.time;

import java.util.function.LongSupplier;

/** {@link System#nanoTime()} as what tests give another of. Stateless. */
public final class NanoClock implements LongSupplier {
    /** The only one: a method reference in each place would be a class for each. */
    public static final LongSupplier INSTANCE = new NanoClock();

    private NanoClock() {}

    @Override
    public long getAsLong() {
        return System.nanoTime();
    }
}
