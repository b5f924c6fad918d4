package dev.ringer.internal.protocol;

/** A task of one connection, for {@link Loop#execute}: a fault of its closes the connection, and no other. */
public final class ConnectionTask implements Runnable {
    private final Transport transport;
    private final Runnable task;

    /**
     * A task that may be run any number of times.
     *
     * @param transport the connection
     * @param task what to run, on the loop
     */
    public ConnectionTask(Transport transport, Runnable task) {
        this.transport = transport;
        this.task = task;
    }

    /**
     * Any task as one of a connection.
     *
     * @param transport the connection
     * @param task what to run, on the loop
     * @return the same one if it is a connection's already
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
