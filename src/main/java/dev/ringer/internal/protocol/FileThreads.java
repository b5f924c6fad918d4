package dev.ringer.internal.protocol;

import dev.ringer.internal.observe.ServerLog;
import dev.ringer.internal.threads.DaemonThreads;
import java.util.ArrayDeque;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

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

    /** A task that runs for twice this time, in milliseconds, waits for its disk. */
    private static final long PATIENCE_MILLIS = 10;

    /** How long the sender waits for further tasks, in milliseconds. In this time no other loop can use the thread. */
    private static final long LINGER_MILLIS = 10;

    /** The JVM loads this class when a loop has a file to send for the first time. */
    private static final class Pool {
        static final Executor THREADS = new DaemonThreads("ringer-files", MAX);
        static final ScheduledThreadPoolExecutor WATCH =
                new ScheduledThreadPoolExecutor(1, task -> DaemonThreads.newThread("ringer-files-watch", task));

        static {
            WATCH.setKeepAliveTime(10, TimeUnit.SECONDS);
            WATCH.allowCoreThreadTimeOut(true);
        }
    }

    /** A thread's time as the sender. */
    private final class Sender implements Runnable {
        // guarded by the monitor of the FileThreads
        private Runnable task; // the task that runs; null if none runs
        private boolean waits; // for a further task

        @Override
        public void run() {
            for (Runnable next; (next = next(this)) != null; ) {
                try {
                    next.run();
                } catch (Throwable fault) { // a bug of the server: tasks handle their own exceptions
                    ServerLog.unexpected("A file was not sent", fault);
                }
            }
        }
    }

    // guarded by the monitor of this object
    private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
    private Sender sender; // null if no thread runs tasks, or is about to
    private Runnable seen; // the task that ran at the last check; null if none ran
    private boolean watched; // whether a check is scheduled

    /** Runs a task that reads files. Any thread may call this. */
    public synchronized void execute(Runnable task) {
        if (sender == null) {
            begin(); // fails if the system can create no thread
        } else if (sender.waits) {
            sender.waits = false;
            notify();
        } else if (!watched) {
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
        caller.task = null;
        if (caller != sender) {
            return null;
        }
        if (tasks.isEmpty()) {
            awaitTask(caller);
        }
        caller.task = tasks.poll();
        if (caller.task == null) {
            sender = null;
        }
        return caller.task;
    }

    private void awaitTask(Sender caller) {
        caller.waits = true;
        try {
            wait(LINGER_MILLIS);
        } catch (InterruptedException ignored) { // then another thread becomes the sender
        }
        caller.waits = false;
    }

    private void watch() {
        seen = sender.task;
        try {
            Pool.WATCH.schedule(this::check, PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
            watched = true;
        } catch (OutOfMemoryError noThread) { // the next task tries again
            ServerLog.trace("No thread can watch the sending of files", noThread);
        }
    }

    /** Lets another thread go on if the sender waits for its disk. */
    private synchronized void check() {
        Runnable before = seen;
        seen = null;
        watched = false;
        if (sender == null) {
            return;
        }
        if (before != null && before == sender.task && !tasks.isEmpty()) {
            try {
                begin();
            } catch (OutOfMemoryError noThread) {
                ServerLog.trace("No thread can go on with the files of an event loop", noThread);
            }
        }
        watch();
    }
}
