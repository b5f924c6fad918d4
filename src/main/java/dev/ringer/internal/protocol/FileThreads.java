package dev.ringer.internal.protocol;

import dev.ringer.internal.threads.DaemonThreads;
import java.util.concurrent.Executor;

/**
 * The threads that send files for event loops. A read waits for the disk, and for ever if a network disk hangs, so an
 * event loop never reads a file itself. All servers of a JVM share these threads. The JVM loads this class when a loop
 * has a file to send for the first time.
 */
public final class FileThreads {
    /** Even if hanging disks block all threads but one, this one can still send files from other disks. */
    private static final int MAX = 16;

    private static final Executor THREADS = new DaemonThreads("ringer-files", MAX);

    private FileThreads() {}

    /** Runs a task that reads files. Any thread may call this. */
    public static void execute(Runnable task) {
        THREADS.execute(task);
    }
}
