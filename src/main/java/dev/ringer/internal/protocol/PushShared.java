package dev.ringer.internal.protocol;

import dev.ringer.internal.bytes.BufferPool;
import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.observe.ServerCounts;
import dev.ringer.internal.observe.ServerLog;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.Executor;

/** Objects and limits that all WebSockets of a server share. Its event streams share another instance. Thread-safe. */
public class PushShared {
    /** The statistics, which count connections that the server closes because of a limit. */
    public final ServerCounts counts;

    /** The longest time in which a client may read nothing although output waits, in nanoseconds. */
    public final long writeStallNanos;

    /** A buffer for input that loops read and drop. All loops share this buffer, because nobody uses the content. */
    public final byte[] scratch = new byte[16 * 1024];

    final BufferPool<ByteBuffer> outputBuffers;
    private final Executor executor; // null if application code runs on the loops
    private final HandlerPace pace = new HandlerPace();

    /**
     * Creates the object for a server.
     *
     * @param executor runs application code; null if that code runs on the loops
     */
    protected PushShared(Executor executor, BufferedMemory memory, ServerCounts counts, long writeStallNanos) {
        this.executor = executor;
        this.counts = counts;
        this.writeStallNanos = writeStallNanos;
        outputBuffers = new BufferPool<>(
                64, () -> ByteBuffer.allocateDirect(Transport.OUTPUT_SIZE), memory, Transport.OUTPUT_SIZE);
    }

    /** Returns what is known about how long the application takes to handle a message. */
    public final HandlerPace pace() {
        return pace;
    }

    /**
     * Gives a task with application code to the executor. If there is no executor, runs the task now.
     *
     * @param client the address of the client for which the task works
     * @return false if the executor does not accept the task
     */
    public final boolean tryRun(Runnable task, InetSocketAddress client) {
        if (executor == null) {
            task.run();
            return true;
        }
        try {
            executor.execute(task);
            return true;
        } catch (Throwable failure) {
            onRejected(failure, client);
            return false;
        }
    }

    /**
     * Does the same with a task that the loop may run now in a stint. Called by code of {@link Loop#runApplication}.
     *
     * @param loop the loop that runs that code
     */
    public final boolean tryRun(ApplicationTask task, Loop loop, InetSocketAddress client) {
        if (executor == null) {
            task.run();
            return true;
        }
        try {
            loop.runOn(executor, task);
            return true;
        } catch (Throwable failure) {
            onRejected(failure, client);
            return false;
        }
    }

    /** The executor rejects a task or fails: this ends only one connection. */
    private void onRejected(Throwable failure, InetSocketAddress client) {
        counts.count(Limit.EXECUTOR, client);
        ServerLog.taskRejected(failure);
    }
}
