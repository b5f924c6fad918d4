package dev.ringer.internal.accesslog;

import dev.ringer.internal.observe.ServerLog;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The thread that formats and writes what exchanges have left in its queue: at intervals, since to wake it costs more than a
 * line, or as soon as the queue is half full. Asleep while there are no exchanges. What cannot be written is dropped and counted, and
 * tried again a second later.
 *
 * <p>Servers of one process that write to the same place share one. Ends, when told so, after it has written what is queued.
 */
final class LogWriter implements Runnable {
    private static final int MAX_BATCH_BYTES = 64 * 1024;
    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long DRAIN_TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long WARNING_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(2); // after so long without a line, it falls asleep

    // fixed
    private final LogSink sink;
    private final RecordQueue queue = new RecordQueue();
    private final Thread thread;

    // the thread's
    private final LineBuffer batch = new LineBuffer();
    private long usedAt = System.nanoTime();
    private long restedAt = System.nanoTime();
    private long retryAt;
    private long warnAt = System.nanoTime();

    // shared
    private volatile boolean asleep;
    private volatile boolean closing;
    private volatile long done; // how many of the queue's records have been written, or dropped

    LogWriter(LogSink sink) {
        this.sink = sink;
        thread = new Thread(null, this, "Ringer-access-log", 0, false); // no inheritable thread-locals
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Takes a record; false if there is no room for it. Any thread; never waits. */
    boolean add(AccessRecord record) {
        int waiting = queue.add(record);
        if (asleep || waiting == RecordQueue.CAPACITY / 2) {
            LockSupport.unpark(thread);
        }
        return waiting >= 0;
    }

    /** Waits until what is queued now has been written, but for so long only. It goes on with what comes later. */
    void drain(long nanos) {
        long end = System.nanoTime() + nanos;
        for (long queued = queue.added(); done < queued && thread.isAlive() && end - System.nanoTime() > 0; ) {
            LockSupport.unpark(thread);
            LockSupport.parkNanos(this, DRAIN_TICK_NANOS);
        }
    }

    /** Ends it. Waits until what is queued has been written, but for so long only. */
    void close(long nanos) {
        closing = true;
        LockSupport.unpark(thread);
        boolean interrupted = false;
        for (long end = System.nanoTime() + nanos; thread.isAlive() && end - System.nanoTime() > 0; ) {
            try {
                TimeUnit.NANOSECONDS.timedJoin(thread, end - System.nanoTime());
            } catch (InterruptedException e) { // the lines are not to be lost for that
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void run() {
        while (!(closing && queue.isEmpty())) {
            try {
                boolean more = writeBatch();
                done = queue.taken();
                if (!more && !closing) {
                    park();
                }
                restOnceATick();
            } catch (Throwable fault) { // a broken logger or no memory: the next lines may fare better
                done = queue.taken();
                ServerLog.unexpected("The access log has failed; it goes on", fault);
            }
        }
        sink.close();
    }

    private void park() {
        Thread.interrupted(); // or parking would return at once
        if (System.nanoTime() - usedAt < IDLE_NANOS) {
            LockSupport.parkNanos(this, TICK_NANOS);
            return;
        }
        asleep = true;
        if (queue.isEmpty() && !closing) { // looked at after it was said, or a record could be missed
            LockSupport.park(this);
        }
        asleep = false;
    }

    private void restOnceATick() {
        long now = System.nanoTime();
        if (now - restedAt >= TICK_NANOS) {
            restedAt = now;
            sink.rest();
        }
    }

    /** Writes what is queued, up to a bound; true if there may be more. */
    private boolean writeBatch() {
        long now = System.nanoTime();
        long epochNanos = TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis()) - now; // at nanoTime 0
        batch.clear();
        int count = 0;
        AccessLog last = null;
        for (AccessRecord record; batch.size() < MAX_BATCH_BYTES && (record = queue.poll()) != null; count++) {
            last = record.log;
            last.format().append(batch, record, TimeUnit.NANOSECONDS.toMillis(epochNanos + record.begunAt));
        }
        if (count > 0) {
            usedAt = now;
            write(last, count, now);
        }
        return batch.size() >= MAX_BATCH_BYTES;
    }

    private void write(AccessLog log, int count, long now) {
        if (retryAt == 0 || retryAt - now <= 0) {
            try {
                sink.write(batch.bytes(), batch.size());
                retryAt = 0;
                return;
            } catch (IOException | RuntimeException broken) {
                retryAt = now + RETRY_NANOS;
                warn(broken, now);
            }
        }
        log.drop(count);
    }

    private void warn(Exception broken, long now) {
        if (warnAt - now <= 0) {
            warnAt = now + WARNING_NANOS;
            ServerLog.unavailable("The access log cannot be written, its lines are dropped: " + broken);
        }
    }
}
