package dev.ringer.internal.threads;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

/**
 * Makes virtual threads available where the JDK has them (21 and later). On older JDKs, the methods of this class say
 * that there are none.
 */
public final class VirtualThreads {
    private static final MethodHandle IS_VIRTUAL = isVirtual();

    private VirtualThreads() {}

    private static MethodHandle isVirtual() {
        try {
            return MethodHandles.publicLookup()
                    .findVirtual(Thread.class, "isVirtual", MethodType.methodType(boolean.class));
        } catch (ReflectiveOperationException ignored) { // the JDK is older than 21 and has no virtual threads
            MethodHandle no = MethodHandles.constant(boolean.class, false);
            return MethodHandles.dropArguments(no, 0, Thread.class);
        }
    }

    /** Whether a thread is virtual. Returns false on every JDK before 21. */
    public static boolean isVirtual(Thread thread) {
        try {
            return (boolean) IS_VIRTUAL.invokeExact(thread);
        } catch (Throwable impossible) { // cannot happen: neither method throws an exception
            throw new AssertionError(impossible);
        }
    }

    /** Returns an executor that runs each task on a new virtual thread; null if the JDK has none. */
    public static Executor newExecutorOrNull() {
        try {
            return (Executor)
                    Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        } catch (ReflectiveOperationException ignored) {
            // The JDK is older than 21, or has virtual threads only as a preview.
            return null;
        }
    }
}
