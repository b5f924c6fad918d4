package dev.ringer.internal.accesslog;

import dev.ringer.internal.observe.ServerLog;
import dev.ringer.internal.threads.DaemonThreads;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Formats and writes the queued records of an access log, on a thread of its own. The thread writes at short intervals,
 * because waking a thread for each line would cost more than the line. It also writes as soon as the queue is half
 * full. While there are no exchanges, the thread sleeps. If lines cannot be written, they are dropped and counted, and
 * the thread tries again a second later.
 *
 * <p>All servers of a process that write to the same destination share one object. After {@link #close}, the thread
 * writes the queued records and ends.
 */
final class LogWriter implements Runnable {
    private static final int MAX_BATCH_BYTES = 64 * 1024;
    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long DRAIN_TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long WARNING_NANOS = TimeUnit.MINUTES.toNanos(1);
    // If no record comes for this time, in nanoseconds, the thread sleeps until one comes.
    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final LogSink sink;
    private final RecordQueue queue = new RecordQueue();
    private final Thread thread;

    // only the writing thread uses these fields
    private final LineBuffer batch = new LineBuffer();
    private AccessLog.Lines[] owners = new AccessLog.Lines[256]; // the log of each line of the batch
    private long usedAt = System.nanoTime();
    private long restedAt = System.nanoTime();
    private long retryAt;
    private long warnAt = System.nanoTime();

    // several threads use these fields
    private volatile boolean asleep;
    private volatile boolean closing;
    private volatile long done; // number of records that have been written or dropped

    LogWriter(LogSink sink) {
        this.sink = sink;
        thread = DaemonThreads.newThread("Ringer-access-log", this);
    }

    /** Starts the writing thread. If the system creates no thread, closes the destination. */
    void start() {
        try {
            thread.start();
        } catch (Throwable e) { // for example an OutOfMemoryError
            sink.close();
            throw e;
        }
    }

    /** Queues a record. Returns false if the queue is full. Any thread may call this method, which never waits. */
    boolean add(AccessRecord record) {
        int waiting = queue.add(record);
        if (asleep || waiting == RecordQueue.CAPACITY / 2) {
            LockSupport.unpark(thread);
        }
        return waiting >= 0;
    }

    /**
     * Waits until the records that are queued now have been written, but at most the given time. Later records are
     * still accepted.
     */
    void drain(long nanos) {
        long end = System.nanoTime() + nanos;
        for (long queued = queue.added(); done < queued && thread.isAlive() && end - System.nanoTime() > 0; ) {
            LockSupport.unpark(thread);
            LockSupport.parkNanos(this, DRAIN_TICK_NANOS);
        }
    }

    /** Ends the writing thread. Waits until the queued records have been written, but at most the given time. */
    void close(long nanos) {
        closing = true;
        LockSupport.unpark(thread);
        boolean interrupted = false;
        for (long end = System.nanoTime() + nanos; thread.isAlive() && end - System.nanoTime() > 0; ) {
            try {
                TimeUnit.NANOSECONDS.timedJoin(thread, end - System.nanoTime());
            } catch (InterruptedException e) { // wait on: an interrupt must not lose lines
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
            } catch (Throwable fault) { // for example, memory is exhausted: the next lines may succeed
                done = queue.taken();
                ServerLog.unexpected(
                        "Unexpected error while writing the access log; logging continues, but lines may be missing",
                        fault);
            }
        }
        sink.close();
    }

    private void park() {
        Thread.interrupted(); // clear the interrupt: otherwise parking would return immediately
        if (System.nanoTime() - usedAt < IDLE_NANOS) {
            LockSupport.parkNanos(this, TICK_NANOS);
            return;
        }
        asleep = true;
        // check the queue only now, after asleep is set: otherwise a record could arrive unnoticed
        if (queue.isEmpty() && !closing) {
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

    /** Writes queued records, up to about {@link #MAX_BATCH_BYTES}. Returns true if there may be more. */
    private boolean writeBatch() {
        long now = System.nanoTime();
        // The time since the epoch, in nanoseconds, at which System.nanoTime() was 0.
        long epochNanos = TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis()) - now;
        batch.clear();
        int count = 0;
        try {
            for (AccessRecord record; batch.size() < MAX_BATCH_BYTES && (record = queue.poll()) != null; ) {
                owners[count++] = record.log;
                if (count == owners.length) {
                    owners = Arrays.copyOf(owners, 2 * count);
                }
                record.log.append(batch, record, TimeUnit.NANOSECONDS.toMillis(epochNanos + record.begunAt));
            }
        } catch (Throwable failure) { // for example, no memory is left to compose a line
            drop(0, count);
            throw failure;
        }
        if (count > 0) {
            usedAt = now;
            write(count, now);
            Arrays.fill(owners, 0, count, null); // do not retain the logs of stopped servers
        }
        return batch.size() >= MAX_BATCH_BYTES;
    }

    private void write(int count, long now) {
        if (retryAt != 0 && retryAt - now > 0) {
            drop(0, count);
            return;
        }
        try {
            sink.write(batch.bytes(), batch.size());
            retryAt = 0;
        } catch (Throwable broken) { // a log handler of the application may throw anything
            retryAt = now + RETRY_NANOS;
            drop(linesIn(CutOffException.written(broken)), count);
            warn(CutOffException.causeOf(broken), now);
        }
    }

    /**
     * Returns how many lines of the batch are whole if only its first bytes were written. A line that lacks nothing but
     * its end is whole, because {@link RotatingFile} adds the end.
     */
    private int linesIn(int written) {
        int lines = 0;
        for (int i = 0; i < batch.size() && i <= written; i++) {
            lines += batch.bytes()[i] == '\n' ? 1 : 0;
        }
        return lines;
    }

    /** Counts lines of the batch as dropped, each for the log to which it belongs. */
    private void drop(int from, int to) {
        for (int line = from; line < to; line++) {
            owners[line].drop(1);
        }
    }

    private void warn(Throwable broken, long now) {
        if (warnAt - now <= 0) {
            warnAt = now + WARNING_NANOS;
            ServerLog.unavailable(
                    "Cannot write the access log; dropping lines until it can be written again: " + broken);
        }
    }
}
