package dev.ringer.internal.server;

import dev.ringer.internal.threads.DaemonThreads;
import dev.ringer.internal.time.TimeLimit;
import dev.ringer.options.ServerOptions;
import dev.ringer.options.Setting;
import dev.ringer.options.Settings;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;

/**
 * Lets servers answer the requests in progress when the JVM ends. One shutdown hook does so for all servers. First the
 * hook lets the servers go on for a while, so that proxies notice that the process is not ready. Then it stops all
 * servers at the same time. The JVM loads this class only for a server with the setting {@code drainOnExit}.
 * Thread-safe.
 *
 * <p>Shutdown hooks run in parallel. If a hook of the program calls {@code stop}, that call waits until this class has
 * stopped the server. So the program cannot close too early what its handlers still need.
 */
final class ExitDrain {
    /** The time, in nanoseconds, for which the hook waits beyond the grace period if handlers do not return. */
    private static final long MARGIN_NANOS = TimeUnit.SECONDS.toNanos(2);

    // these fields are guarded by the monitor of the class
    private static final Set<ExitDrain> PENDING = new HashSet<>(); // the objects of all servers that have not stopped
    private static Thread hook; // the registered hook; null before there is one, after it has run, or after its removal

    private final ServerOptions options;
    private final Runnable onJvmEnding;
    private final LongConsumer end;

    private ExitDrain(ServerOptions options, Runnable onJvmEnding, LongConsumer end) {
        this.options = options;
        this.onJvmEnding = onJvmEnding;
        this.end = end;
    }

    /**
     * Registers a server that has started. If the JVM is already ending, this class does not stop the server.
     *
     * @param onJvmEnding is called when the JVM begins to end
     * @param end stops the server, with a grace period in nanoseconds, and then calls {@link #complete}
     */
    static ExitDrain of(ServerOptions options, Runnable onJvmEnding, LongConsumer end) {
        ExitDrain drain = new ExitDrain(options, onJvmEnding, end);
        synchronized (ExitDrain.class) {
            if (hook != null || addHook()) {
                PENDING.add(drain);
            }
        }
        return drain;
    }

    private static boolean addHook() {
        Thread thread = DaemonThreads.newThread("Ringer-drain-on-exit", ExitDrain::run);
        try {
            Runtime.getRuntime().addShutdownHook(thread);
        } catch (IllegalStateException ending) {
            return false;
        }
        hook = thread;
        return true;
    }

    void complete() {
        synchronized (ExitDrain.class) {
            PENDING.remove(this);
            ExitDrain.class.notifyAll();
            if (PENDING.isEmpty() && hook != null) {
                removeHook();
            }
        }
    }

    private static void removeHook() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
            hook = null;
        } catch (IllegalStateException ignored) { // the JVM is ending, so the hook cannot be removed
        }
    }

    /**
     * If the JVM is ending, waits until the hook has stopped the server, and returns true. Otherwise returns false
     * immediately.
     */
    boolean awaitIfJvmEnds() {
        synchronized (ExitDrain.class) {
            if (!PENDING.contains(this) || !jvmEnds()) {
                return false;
            }
            try {
                while (PENDING.contains(this)) { // the hook removes this object after a bounded time
                    ExitDrain.class.wait();
                }
                return true;
            } catch (InterruptedException e) { // stop waiting: the caller stops the server itself
                Thread.currentThread().interrupt();
                return false;
            }
        }
    }

    /** Whether shutdown hooks are running. The JDK shows this only by an exception. */
    private static boolean jvmEnds() {
        try {
            Runtime.getRuntime().removeShutdownHook(new Thread());
            return false;
        } catch (IllegalStateException ending) {
            return true;
        }
    }

    private static void run() {
        try {
            stopServers();
        } finally {
            synchronized (ExitDrain.class) {
                PENDING.clear();
                hook = null; // from now on, of() registers no server, because no hook would stop it
                ExitDrain.class.notifyAll();
            }
        }
    }

    private static void stopServers() {
        pending().forEach(drain -> drain.onJvmEnding.run());
        awaitAll(longest(Settings.DRAIN_DELAY));
        for (ExitDrain drain : pending()) {
            Thread thread = new Thread(() -> drain.end.accept(drain.nanos(Settings.DRAIN_ON_EXIT)), "Ringer-drain");
            thread.setDaemon(true);
            thread.start();
        }
        awaitAll(longest(Settings.DRAIN_ON_EXIT) + MARGIN_NANOS);
    }

    private static synchronized List<ExitDrain> pending() {
        return List.copyOf(PENDING);
    }

    private static long longest(Setting<Duration> time) {
        return pending().stream().mapToLong(drain -> drain.nanos(time)).max().orElse(0);
    }

    private long nanos(Setting<Duration> time) {
        Duration value = options.get(time);
        return value.isZero() ? 0 : TimeLimit.nanos(value);
    }

    /** Waits until all servers have stopped, but at most {@code nanos}. */
    private static synchronized void awaitAll(long nanos) {
        long end = System.nanoTime() + nanos;
        try {
            for (long left = nanos; !PENDING.isEmpty() && left > 0; left = end - System.nanoTime()) {
                TimeUnit.NANOSECONDS.timedWait(ExitDrain.class, left);
            }
        } catch (InterruptedException e) { // return early, although servers may still be running
            Thread.currentThread().interrupt();
        }
    }
}
