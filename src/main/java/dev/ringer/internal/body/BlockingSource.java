package dev.ringer.internal.body;

import dev.ringer.internal.observe.ServerLog;
import dev.ringer.internal.threads.DaemonThreads;
import dev.ringer.internal.threads.VirtualThreads;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The content of a request that comes from an {@link InputStream}, because another provider serves the request, or a
 * filter has replaced the request body. While the reader waits, a thread waits in the stream.
 */
final class BlockingSource implements ContentSource {
    private static final int BUFFER = 16 * 1024;

    /** As many threads as there are waiting readers, because a slow client must not delay another one. */
    private static final class Readers {
        static final Executor THREADS = threads();

        private static Executor threads() {
            Executor virtual = VirtualThreads.newExecutorOrNull();
            return virtual != null
                    ? virtual
                    : new ThreadPoolExecutor(
                            0,
                            Integer.MAX_VALUE,
                            10,
                            TimeUnit.SECONDS,
                            new SynchronousQueue<>(),
                            task -> DaemonThreads.newThread("ringer-request-body", task));
        }
    }

    private final InputStream in;
    private final Executor executor; // runs application code; null if any thread may
    private final AutoCloseable exchange;

    // used by the reader, and by the thread that waits in its place
    private final byte[] buffer = new byte[BUFFER];
    private int from;
    private int to;
    private boolean ended;
    private Exception failure;

    // guarded by the monitor of this object
    private boolean waiting; // whether a thread is in the stream
    private boolean stopped;

    BlockingSource(InputStream in, Executor executor, AutoCloseable exchange) {
        this.in = in;
        this.executor = executor;
        this.exchange = exchange;
    }

    @Override
    public long length() {
        return -1; // a filter may have changed the length
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        int count = Math.min(length, to - from);
        if (count > 0) {
            System.arraycopy(buffer, from, target, offset, count);
            from += count;
            return count;
        }
        if (from < to) {
            return 0;
        }
        if (failure instanceof IOException broken) {
            throw broken;
        }
        if (failure != null) {
            throw new IOException(failure);
        }
        return ended ? -1 : 0;
    }

    @Override
    public void await(Runnable ready) {
        Readers.THREADS.execute(() -> {
            if (begin()) {
                fill();
                end();
            }
            ready.run();
        });
    }

    private synchronized boolean begin() {
        waiting = !stopped;
        if (stopped) {
            failure = new IOException("Stream is closed");
        }
        return waiting;
    }

    private void fill() {
        try {
            int count = in.read(buffer, 0, buffer.length);
            from = 0;
            to = Math.max(0, count);
            ended = count < 0;
        } catch (IOException | RuntimeException broken) {
            failure = broken;
        }
    }

    private void end() {
        boolean closes;
        synchronized (this) {
            waiting = false;
            closes = stopped;
        }
        if (closes) {
            close();
        }
    }

    @Override
    public void stop() {
        boolean closes;
        synchronized (this) {
            closes = !stopped && !waiting; // otherwise the waiting thread closes the stream
            stopped = true;
        }
        if (closes) {
            Readers.THREADS.execute(this::close); // closing may read the rest
        }
    }

    private void close() {
        try {
            in.close();
        } catch (IOException | RuntimeException e) {
            ServerLog.trace("Failed to close a request body", e);
        }
    }

    @Override
    public void abort() {
        try {
            exchange.close();
        } catch (Exception e) {
            ServerLog.trace("Failed to close an exchange after its request body could not be received", e);
        }
    }

    @Override
    public boolean tryRetain(int bytes) {
        return true; // the server of another provider counts nothing
    }

    @Override
    public void release(long bytes) {
        // nothing was counted
    }

    @Override
    public void runOnDisk(Runnable code) {
        code.run(); // the calling thread may wait
    }

    @Override
    public void call(Runnable code) {
        if (executor == null) {
            code.run();
            return;
        }
        try {
            executor.execute(code);
        } catch (RuntimeException rejected) {
            ServerLog.taskRejected(rejected);
            code.run();
        }
    }
}
