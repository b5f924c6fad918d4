package dev.ringer.internal.observe;

/**
 * The thread of an event loop. It has counts of its own in the {@link Traffic} of one server, so that counting costs it
 * a plain addition.
 */
public abstract class CountingThread extends Thread {
    final Traffic traffic;
    final long[] counts; // written only by this thread

    /**
     * Makes a thread without inheritable thread-locals, which would live as long as the server.
     *
     * @param traffic the counts of the server
     * @param task the task that the thread runs
     * @param name the name of the thread
     */
    protected CountingThread(Traffic traffic, Runnable task, String name) {
        super(null, task, name, 0, false);
        this.traffic = traffic;
        this.counts = traffic.newCounts();
    }
}
