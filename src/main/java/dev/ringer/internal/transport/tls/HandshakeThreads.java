package dev.ringer.internal.transport.tls;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Threads for the computations with keys and certificates that TLS handshakes need, on servers that have an executor.
 * On the loop, they would delay other connections. On the executor, they would wait while all its threads are busy with
 * handlers, so that new clients could not connect. There is at most one thread for each processor core. The threads are
 * daemons, and end when they are idle.
 */
final class HandshakeThreads extends ThreadPoolExecutor {
    private static final int COUNT = Runtime.getRuntime().availableProcessors();
    private static final long KEPT_SECONDS = 5;

    HandshakeThreads() {
        super(COUNT, COUNT, KEPT_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), HandshakeThreads::newThread);
        allowCoreThreadTimeOut(true);
    }

    private static Thread newThread(Runnable task) {
        // the last argument false: inherit no thread-locals
        Thread thread = new Thread(null, task, "HTTP-handshake", 0, false);
        thread.setDaemon(true);
        return thread;
    }
}
