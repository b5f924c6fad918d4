package dev.ringer.internal.threads;

import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A pool of daemon threads with a queue of tasks. A thread that has nothing to do ends after ten seconds. */
public final class DaemonThreads extends ThreadPoolExecutor {
    /** Creates a pool without threads. A task starts a thread unless there are {@code maxThreads} already. */
    public DaemonThreads(String name, int maxThreads) {
        super(maxThreads, maxThreads, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> newThread(name, task));
        allowCoreThreadTimeOut(true);
    }

    /**
     * Creates a daemon thread that may outlive the code that needs it first. The thread inherits nothing from that code,
     * so that an application server can drop it: no thread-locals, no context class loader, no access control context.
     */
    public static Thread newThread(String name, Runnable task) {
        Thread thread = Runtime.version().feature() < 24 ? Privileged.newThread(name, task) : inheriting(name, task);
        thread.setContextClassLoader(ClassLoader.getSystemClassLoader()); // before JDK 19, it is inherited
        thread.setDaemon(true);
        return thread;
    }

    private static Thread inheriting(String name, Runnable task) {
        // the last argument keeps the thread from inheriting thread-locals
        return new Thread(null, task, name, 0, false);
    }

    /** Before JDK 24, threads inherit an access control context, which retains the class loaders of all callers. */
    private static final class Privileged {
        @SuppressWarnings("removal")
        static Thread newThread(String name, Runnable task) {
            return AccessController.doPrivileged((PrivilegedAction<Thread>) () -> inheriting(name, task));
        }
    }
}
