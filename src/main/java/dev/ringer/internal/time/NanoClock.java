package dev.ringer.internal.time;

import java.util.function.LongSupplier;

/** The clock of {@link System#nanoTime()}; tests put one of their own in its place. Stateless. */
public final class NanoClock implements LongSupplier {
    /** The only one: each method reference would cost a class of its own. */
    public static final LongSupplier INSTANCE = new NanoClock();

    private NanoClock() {}

    @Override
    public long getAsLong() {
        return System.nanoTime();
    }
}
