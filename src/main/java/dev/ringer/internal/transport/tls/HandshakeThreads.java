package dev.ringer.internal.transport.tls;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Threads for the costly steps of handshakes (keys and certificates) on servers that have an executor. The loop must
 * not run these steps, since it has other connections to serve. The application's threads may all be busy, and that
 * must not keep new clients out. The threads are daemons. There are at most as many as cores, and they end when there
 * is nothing to do.
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
