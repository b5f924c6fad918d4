package dev.ringer.internal.threads;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Makes handles for atomic access to fields. Unlike an {@code AtomicInteger}, one handle serves all instances. */
public final class AtomicField {
    private AtomicField() {}

    /**
     * Returns the handle of a field of the class that calls this method.
     *
     * @param lookup the lookup of that class
     */
    public static VarHandle of(MethodHandles.Lookup lookup, String name, Class<?> type) {
        try {
            return lookup.findVarHandle(lookup.lookupClass(), name, type);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
