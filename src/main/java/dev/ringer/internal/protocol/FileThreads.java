package dev.ringer.internal.protocol;

import dev.ringer.internal.observe.ServerLog;
import dev.ringer.internal.threads.DaemonThreads;
import java.util.ArrayDeque;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.ObjLongConsumer;

/**
 * Sends files for one event loop. A read waits for the disk, and for ever if a network disk hangs, so an event loop
 * never reads a file itself.
 *
 * <p>One thread, the sender, runs the tasks of a loop one after the other. Several threads would have to wake each
 * other, and would compete with the clients for the processors: the {@code 10m} row of {@code benchmarks/servers} then
 * needs half as much processor time again. If a task waits for its disk while others are queued, another thread becomes
 * the sender, and the first one ends after its task.
 *
 * <p>All loops of a JVM share the threads. Thread-safe.
 */
public final class FileThreads {
    /** Even if hanging disks block all threads but one, this one can still send files from other disks. */
    private static final int MAX = 16;

    /** A task that runs longer than this, in nanoseconds, waits for its disk. */
    private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(15);

    /** How long the sender waits for further tasks, in milliseconds. In this time no other loop can use the thread. */
    private static final long LINGER_MILLIS = 10;

    /** The JVM loads this class when a loop has a file to send for the first time. */
    private static final class Pool {
        static final Executor THREADS = new DaemonThreads("ringer-files", MAX);
    }

    /** A thread's time as the sender. */
    private final class Sender implements Runnable {
        // guarded by the monitor of the FileThreads
        private boolean runs; // whether it runs a task
        private long since; // as a value of System.nanoTime(); when that task began
        private boolean waits; // for a further task

        @Override
        public void run() {
            for (Runnable next; (next = next(this)) != null; ) {
                try {
                    next.run();
                } catch (Throwable fault) { // a bug of the server: tasks handle their own exceptions
                    ServerLog.unexpected("Unexpected error while sending a file", fault);
                }
            }
        }
    }

    private final ObjLongConsumer<Runnable> later;

    // guarded by the monitor of this object
    private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
    private Sender sender; // null if no thread runs tasks, or is about to
    private boolean watched; // whether the loop is about to check the sender

    /**
     * Creates threads for one loop.
     *
     * @param later runs a task after some nanoseconds on the loop; any thread may call it
     */
    public FileThreads(ObjLongConsumer<Runnable> later) {
        this.later = later;
    }

    /** Runs a task that reads files. Any thread may call this. */
    public synchronized void execute(Runnable task) {
        if (sender == null) {
            begin(); // fails if the system can create no thread
        } else if (sender.waits) {
            sender.waits = false;
            notify();
        } else {
            replaceWaiting();
            watch();
        }
        tasks.add(task);
    }

    private void begin() {
        Sender next = new Sender();
        Pool.THREADS.execute(next);
        sender = next;
    }

    /** Returns the next task of a sender; null if it must end. */
    private synchronized Runnable next(Sender caller) {
        caller.runs = false;
        if (caller != sender) {
            return null;
        }
        if (tasks.isEmpty()) {
            awaitTask(caller);
        }
        Runnable task = tasks.poll();
        if (task == null) {
            sender = null;
            return null;
        }
        caller.runs = true;
        caller.since = System.nanoTime();
        return task;
    }

    @SuppressWarnings("WaitNotInLoop") // if it wakes without a task, the sender ends, and a later task begins another
    private void awaitTask(Sender caller) {
        caller.waits = true;
        try {
            wait(LINGER_MILLIS);
        } catch (InterruptedException ignored) { // then another thread becomes the sender
        }
        caller.waits = false;
    }

    /** Lets another thread go on if the sender waits for its disk. */
    private void replaceWaiting() {
        if (sender.runs && System.nanoTime() - sender.since > PATIENCE_NANOS) {
            try {
                begin();
            } catch (OutOfMemoryError noThread) { // the next check tries again
                ServerLog.trace("Cannot start another thread to send files; retrying later", noThread);
            }
        }
    }

    /** Checks the sender from time to time, even if no further task comes. */
    private void watch() {
        if (!watched) {
            later.accept(this::check, PATIENCE_NANOS);
            watched = true;
        }
    }

    private synchronized void check() {
        watched = false;
        if (sender == null) {
            return;
        }
        if (!tasks.isEmpty()) {
            replaceWaiting();
        }
        watch();
    }
}
