package dev.ringer.internal.transport.tls;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Threads for the costly steps of handshakes (keys and certificates) on servers that have an executor. The loop does
 * not run these steps, because they would delay its other connections. The executor does not run them, because all its
 * threads may be busy, and busy threads must not keep new clients out. There is at most one thread for each core. The
 * threads are daemons, and an idle thread ends.
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
