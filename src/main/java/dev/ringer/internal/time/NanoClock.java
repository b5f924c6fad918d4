package dev.ringer.internal.time;

import java.util.function.LongSupplier;

/** The clock of {@link System#nanoTime()}. Tests use a clock of their own instead. Stateless. */
public final class NanoClock implements LongSupplier {
    /**
     * The only instance. A method reference {@code System::nanoTime} would load a class for each place that uses it.
     */
    public static final LongSupplier INSTANCE = new NanoClock();

    private NanoClock() {}

    @Override
    public long getAsLong() {
        return System.nanoTime();
    }
}
