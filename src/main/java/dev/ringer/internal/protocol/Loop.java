package dev.ringer.internal.protocol;

import java.util.concurrent.Executor;

/**
 * The event loop to which a connection belongs. Only one thread at a time runs the code of a loop: the loop's own
 * thread, or a stand-in while a handler blocks that thread. So code on the loop needs no lock against other code on the
 * loop. Such code must not block. If it throws an exception, only its connection is closed.
 */
public interface Loop {
    /**
     * Whether the calling thread runs the loop now. True in events, tasks and deadlines. False in a handler, even if
     * the handler runs on the loop thread.
     */
    boolean isCurrent();

    /** Runs a task soon on the loop. Any thread may call this. */
    void execute(Runnable task);

    /**
     * Runs a task on the loop in about a millisecond, even while a handler blocks the loop thread. Called by the loop.
     */
    void executeShortly(Runnable task);

    /**
     * Runs application code on the thread that drives the loop, after the current event and after other application code. If the code
     * blocks, another thread runs the loop meanwhile. Called by the loop.
     *
     * @param code runs a handler, or gives it to an executor
     */
    void runApplication(Runnable code);

    /**
     * Gives a task of the application to an executor. If a task on that executor drives the loop, in a stint, may run
     * the task now instead. Called by code of {@link #runApplication}.
     */
    default void runOn(Executor executor, ApplicationTask task) {
        executor.execute(task);
    }

    /**
     * Whether a task on the application's executor drives the loop now, and runs handlers one after another. Any thread
     * may call this. The result may be outdated.
     */
    default boolean inStint() {
        return false;
    }

    /**
     * Whether the loop has ended, or ends after this turn, because the server has stopped. Then it may run no more
     * application code. Any thread may call this.
     */
    default boolean stopped() {
        return false;
    }

    /**
     * Sets the time of a deadline. The deadline may run up to 50 ms late, because the loop's timer counts in steps of
     * 50 ms. Called by the loop.
     *
     * @param nanos time from now; {@link Long#MAX_VALUE} for never
     */
    void schedule(Deadline deadline, long nanos);

    /** Returns the threads that send files for this loop. Any thread may call this. */
    FileThreads files();

    /**
     * Announces that the calling thread may block now. If a handler runs on the loop thread, this makes another thread
     * run the loop meanwhile. For application threads.
     */
    void aboutToBlock();
}
