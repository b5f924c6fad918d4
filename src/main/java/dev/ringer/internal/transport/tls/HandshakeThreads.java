package dev.ringer.internal.transport.tls;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Threads for the costly steps of handshakes, keys and certificates, on servers that have an executor: the loop has other
 * connections to look after, and the application's threads may all be busy, which must not keep new clients out. Daemons,
 * as many as there are cores, and gone when nothing is to be done.
 */
final class HandshakeThreads extends ThreadPoolExecutor {
    private static final int COUNT = Runtime.getRuntime().availableProcessors();
    private static final long KEPT_SECONDS = 5;

    HandshakeThreads() {
        super(COUNT, COUNT, KEPT_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), HandshakeThreads::newThread);
        allowCoreThreadTimeOut(true);
    }

    private static Thread newThread(Runnable task) {
        Thread thread = new Thread(null, task, "HTTP-handshake", 0, false); // no inheritable thread-locals
        thread.setDaemon(true);
        return thread;
    }
}
