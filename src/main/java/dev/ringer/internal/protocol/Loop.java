package dev.ringer.internal.protocol;

/**
 * The event loop of one connection, as its protocol sees it. At any time one thread drives the loop. Nothing that runs
 * on the loop may block, and nothing that runs on it needs a lock against anything else on it. A fault of code that
 * runs here closes only this connection.
 */
public interface Loop {
    /**
     * Whether the calling thread drives the loop now. A handler that runs on a loop's thread is not on the loop.
     *
     * @return true within events, tasks and deadlines
     */
    boolean isCurrent();

    /**
     * Runs a task on the loop, soon. Any thread.
     *
     * @param task what to run; it must not block
     */
    void execute(Runnable task);

    /**
     * Runs a task that remains to be done after an exchange, soon and on the loop. Called by the thread that ended the
     * exchange.
     *
     * @param task what to run; it must not block
     */
    default void executeAfterExchange(Runnable task) {
        execute(task);
    }

    /**
     * Runs a task on the loop in about a millisecond, even while a handler is at work on its thread. Loop only.
     *
     * @param task what to run; it must not block
     */
    void executeShortly(Runnable task);

    /**
     * Runs application code on the loop thread, as soon as this event is over and no other application code is at work.
     * The code may block; then another thread drives the loop. Loop only.
     *
     * @param code a handler, or a task that hands it to an executor
     */
    void runApplication(Runnable code);

    /**
     * Sets when a deadline is met. The loop's ticks make it up to 50 ms late. Loop only.
     *
     * @param deadline one of this connection's
     * @param nanos time from now; {@link Long#MAX_VALUE} for never
     */
    void schedule(Deadline deadline, long nanos);

    /**
     * Says that the calling thread may block next. If it runs a handler of a loop, another thread drives that loop
     * meanwhile. For application threads.
     */
    void aboutToBlock();
}
