package dev.ringer.internal.protocol;

/** A task of one connection, for {@link Loop#execute}. A fault of the task closes only this connection. */
public final class ConnectionTask implements Runnable {
    private final Transport transport;
    private final Runnable task;

    /**
     * Creates a task that may run any number of times.
     *
     * @param transport the connection
     * @param task runs on the loop
     */
    public ConnectionTask(Transport transport, Runnable task) {
        this.transport = transport;
        this.task = task;
    }

    /**
     * Returns a task as the task of a connection.
     *
     * @param transport the connection
     * @param task runs on the loop
     * @return the same task if it is a connection's already
     */
    public static ConnectionTask of(Transport transport, Runnable task) {
        return task instanceof ConnectionTask guarded ? guarded : new ConnectionTask(transport, task);
    }

    @Override
    public void run() {
        try {
            task.run();
        } catch (Throwable fault) {
            transport.fail(fault);
        }
    }
}
