package dev.ringer.internal.observe;

/**
 * A thread that has counts of its own in the {@link Traffic} of one server, so that counting costs it a plain addition: the thread of an event
 * loop.
 */
public abstract class CountingThread extends Thread {
    final Traffic traffic;
    final long[] counts; // written by this thread alone

    /**
     * A thread without inheritable thread-locals, which would live as long as the server.
     *
     * @param traffic the server's
     * @param task what it runs
     * @param name its name
     */
    protected CountingThread(Traffic traffic, Runnable task, String name) {
        super(null, task, name, 0, false);
        this.traffic = traffic;
        this.counts = traffic.newCounts();
    }
}
