package dev.ringer.internal.time;

import java.util.function.LongSupplier;

/** A clock that returns {@link System#nanoTime()}. Tests use another clock instead. Stateless. */
public final class NanoClock implements LongSupplier {
    /**
     * The only instance. If code used the method reference {@code System::nanoTime} instead, the JVM would load a class
     * for each place.
     */
    public static final LongSupplier INSTANCE = new NanoClock();

    private NanoClock() {}

    @Override
    public long getAsLong() {
        return System.nanoTime();
    }
}
