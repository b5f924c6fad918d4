package dev.ringer.testkit;

/** The kinds of threads that a test may start for an application, beside its handler threads. */
public enum ThreadKind {
    /** A platform thread. */
    PLATFORM,
    /** A virtual thread, on JDK 21 and newer. */
    VIRTUAL;

    /** Returns whether this JVM has threads of this kind. */
    public boolean available() {
        return this == PLATFORM || Runtime.version().feature() >= 21;
    }

    /** Starts a daemon thread. */
    public Thread start(Runnable task) {
        if (this == VIRTUAL) {
            return startVirtual(task);
        }
        Thread thread = new Thread(task, "of the application");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static Thread startVirtual(Runnable task) {
        try {
            return (Thread)
                    Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError("this JDK has no virtual threads", e);
        }
    }
}
