package dev.ringer.internal.protocol;

/**
 * The event loop of one connection, as its protocol sees it. At any time one thread turns the loop: nothing that runs on it
 * may block, and nothing that runs on it needs a lock against anything else that does. A fault of what runs here closes the
 * connection, and no other.
 */
public interface Loop {
    /**
     * Whether the calling thread is the one that turns the loop now. A handler that runs on a loop's thread is not on the
     * loop.
     *
     * @return true within events, tasks and deadlines
     */
    boolean isCurrent();

    /**
     * Runs something on the loop, soon. Any thread.
     *
     * @param task what to run; it must not block
     */
    void execute(Runnable task);

    /**
     * Runs something on the loop, soon, which the end of an exchange has left to do. For the thread that ended it.
     *
     * @param task what to run; it must not block
     */
    default void executeAfterExchange(Runnable task) {
        execute(task);
    }

    /**
     * Runs something on the loop in about a millisecond, even while a handler is at work on its thread. Loop only.
     *
     * @param task what to run; it must not block
     */
    void executeShortly(Runnable task);

    /**
     * Runs code of the application on the loop's own thread, as soon as this event is over and no other such code is at
     * work. It may block; the loop is turned by another thread then. Loop only.
     *
     * @param code a handler, or what hands it to an executor
     */
    void runApplication(Runnable code);

    /**
     * Sets when a deadline is met; the loop's ticks make it up to 50 ms late. Loop only.
     *
     * @param deadline one of this connection's
     * @param nanos from now, {@link Long#MAX_VALUE} for never
     */
    void schedule(Deadline deadline, long nanos);

    /**
     * Says that the calling thread may block next, so that a loop whose handler it runs is turned by another thread
     * meanwhile. Threads of the application.
     */
    void aboutToBlock();
}
