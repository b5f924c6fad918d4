package dev.ringer.internal.time;

import java.util.function.LongSupplier;

/** A clock that returns {@link System#nanoTime()}. Tests use another clock instead. Stateless. */
public final class NanoClock implements LongSupplier {
    /** The only instance. Each method reference {@code System::nanoTime} would make the JVM load one more class. */
    public static final LongSupplier INSTANCE = new NanoClock();

    private NanoClock() {}

    @Override
    public long getAsLong() {
        return System.nanoTime();
    }
}
