package dev.ringer.internal.protocol;

/**
 * The event loop of one connection, as its protocol sees it. One thread at a time drives the loop. So code that runs on
 * the loop needs no lock against other code on the loop. Such code must not block. If it throws, only this connection
 * is closed.
 */
public interface Loop {
    /**
     * Whether the calling thread drives the loop now. True in events, tasks and deadlines. False in a handler, even if
     * the loop thread runs the handler.
     */
    boolean isCurrent();

    /** Runs a task on the loop, soon. Any thread may call this. */
    void execute(Runnable task);

    /**
     * Runs a task on the loop, soon, that belongs to the end of an exchange. Called by the thread that has ended the
     * exchange.
     */
    default void executeAfterExchange(Runnable task) {
        execute(task);
    }

    /** Runs a task on the loop in about a millisecond, even while a handler blocks the loop thread. Loop only. */
    void executeShortly(Runnable task);

    /**
     * Runs application code on the loop thread, as soon as this event is over and no other application code runs there.
     * The code may block: another thread then drives the loop. Loop only.
     *
     * @param code a handler, or a task that hands it to an executor
     */
    void runApplication(Runnable code);

    /**
     * Sets the time of a deadline of this connection. The deadline may come up to 50 ms late, because the loop has a
     * timer with ticks. Loop only.
     *
     * @param nanos time from now; {@link Long#MAX_VALUE} for never
     */
    void schedule(Deadline deadline, long nanos);

    /**
     * Announces that the calling thread may block next. If the caller is a loop thread that runs a handler, another
     * thread drives that loop meanwhile. For application threads.
     */
    void aboutToBlock();
}
