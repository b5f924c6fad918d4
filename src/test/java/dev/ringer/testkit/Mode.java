package dev.ringer.testkit;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The ways to run handlers. */
public enum Mode {
    /** No executor: one handler at a time, on the thread that {@code start()} made. */
    NO_EXECUTOR,
    /** Four platform threads. */
    FIXED_POOL,
    /** As many platform threads as needed. */
    CACHED_POOL,
    /** A virtual thread for each request, on releases that have them. */
    VIRTUAL,
    /** An executor that runs its task in the caller. */
    CALLER_RUNS,
    /** No executor and {@code ringer.handlers=loops}; for the JDK's server the same as {@link #NO_EXECUTOR}. */
    LOOPS;

    /** Whether this JVM and its class path support the mode. */
    public boolean available() {
        return switch (this) {
            case VIRTUAL -> Runtime.version().feature() >= 21;
            case LOOPS -> Provider.RINGER.available();
            case NO_EXECUTOR, FIXED_POOL, CACHED_POOL, CALLER_RUNS -> true;
        };
    }

    /** Whether other handlers can run while one handler waits. */
    public boolean concurrent() {
        return this == FIXED_POOL || this == CACHED_POOL || this == VIRTUAL;
    }

    /** Returns the system properties to set while the server is created. */
    Map<String, String> properties() {
        return this == LOOPS ? Map.of("ringer.handlers", "loops") : Map.of();
    }

    /**
     * Returns a new executor, or empty if the mode has none. If the executor is a service, the caller must shut it
     * down.
     */
    public Optional<Executor> newExecutor() {
        return switch (this) {
            case NO_EXECUTOR, LOOPS -> Optional.empty();
            case FIXED_POOL -> Optional.of(Executors.newFixedThreadPool(4));
            case CACHED_POOL -> Optional.of(Executors.newCachedThreadPool());
            case VIRTUAL -> Optional.of(newVirtualThreadExecutor());
            case CALLER_RUNS -> Optional.of(Runnable::run);
        };
    }

    private static ExecutorService newVirtualThreadExecutor() {
        try {
            return (ExecutorService)
                    Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError("this JDK has no virtual threads", e);
        }
    }
}
