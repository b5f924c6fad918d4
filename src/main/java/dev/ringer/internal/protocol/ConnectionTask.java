package dev.ringer.internal.protocol;

/**
 * A task for one connection, which {@link Loop#execute} can run any number of times. If the task throws an exception,
 * only this connection is closed.
 */
public final class ConnectionTask implements Runnable {
    private final Transport transport;
    private final Runnable task;

    public ConnectionTask(Transport transport, Runnable task) {
        this.transport = transport;
        this.task = task;
    }

    /** Returns the task itself if it is a ConnectionTask. Otherwise wraps it into a ConnectionTask. */
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
