package dev.ringer.internal.time;

import java.util.function.LongSupplier;

/** The clock of {@link System#nanoTime()}. Tests use a clock of their own instead. Stateless. */
public final class NanoClock implements LongSupplier {
    /** The only instance. Each method reference in its place would cost a class. */
    public static final LongSupplier INSTANCE = new NanoClock();

    private NanoClock() {}

    @Override
    public long getAsLong() {
        return System.nanoTime();
    }
}
