package dev.ringer.internal.protocol;

/**
 * A task of one connection, for {@link Loop#execute}. The task may run any number of times. If the task throws, the
 * loop closes only this connection.
 */
public final class ConnectionTask implements Runnable {
    private final Transport transport;
    private final Runnable task;

    /** Creates a task of this connection. */
    public ConnectionTask(Transport transport, Runnable task) {
        this.transport = transport;
        this.task = task;
    }

    /** Returns the task itself if it is a ConnectionTask. Otherwise wraps it into a task of this connection. */
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
