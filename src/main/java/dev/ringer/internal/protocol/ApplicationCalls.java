package dev.ringer.internal.protocol;

import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.observe.ServerCounts;
import dev.ringer.internal.observe.ServerLog;
import java.net.InetSocketAddress;
import java.util.concurrent.Executor;

/** Runs application code that no request begins, such as the listener of a WebSocket, where handlers run. Thread-safe. */
public class ApplicationCalls {
    /** The statistics, which count connections that the server closes because of a limit. */
    public final ServerCounts counts;

    private final Executor executor; // null if application code runs on the loops
    private final HandlerPace pace = new HandlerPace();

    /**
     * Creates the object for a server.
     *
     * @param executor runs application code; null if that code runs on the loops
     */
    public ApplicationCalls(Executor executor, ServerCounts counts) {
        this.executor = executor;
        this.counts = counts;
    }

    /** Whether the loops run the application code, because there is no executor. */
    public final boolean onLoops() {
        return executor == null;
    }

    /** Returns what is known about how long the application takes for such a call. */
    public final HandlerPace pace() {
        return pace;
    }

    /**
     * Gives a task with application code to the executor. If there is no executor, runs the task now.
     *
     * @param client the address of the client for which the task works
     * @return false if the executor does not accept the task
     */
    public final boolean tryRun(Runnable task, InetSocketAddress client) {
        if (executor == null) {
            task.run();
            return true;
        }
        try {
            executor.execute(task);
            return true;
        } catch (Throwable failure) {
            onRejected(failure, client);
            return false;
        }
    }

    /**
     * Does the same with a task that the loop may run now in a stint. Called by code of {@link Loop#runApplication}.
     *
     * @param loop the loop that runs that code
     */
    public final boolean tryRun(ApplicationTask task, Loop loop, InetSocketAddress client) {
        if (executor == null) {
            task.run();
            return true;
        }
        try {
            loop.runOn(executor, task);
            return true;
        } catch (Throwable failure) {
            onRejected(failure, client);
            return false;
        }
    }

    /** The executor rejects a task or fails: this ends only one connection. */
    private void onRejected(Throwable failure, InetSocketAddress client) {
        counts.count(Limit.EXECUTOR, client);
        ServerLog.taskRejected(failure);
    }
}
