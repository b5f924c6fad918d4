package dev.ringer.testkit;

/** The kinds of threads that an application may use beside those that run its handlers. */
public enum ThreadKind {
    /** A thread of the system. */
    PLATFORM,
    /** A virtual thread, on releases that have them. */
    VIRTUAL;

    /** Whether this JVM has it. */
    public boolean available() {
        return this == PLATFORM || Runtime.version().feature() >= 21;
    }

    /** Starts a thread, a daemon. */
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
