package dev.ringer.internal.protocol;

import dev.ringer.internal.bytes.BufferPool;
import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.observe.ServerCounts;
import dev.ringer.internal.observe.ServerLog;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.Executor;

/** The state that all WebSockets of a server share, or all its event streams. Thread-safe. */
public class PushShared {
    /**
     * Size of an output buffer in bytes. Over TLS, these bytes fill two records, because the JDK puts 16,367 bytes into
     * each record.
     */
    private static final int OUTPUT_SIZE = 2 * 16_367;

    /** Counts the connections that a limit cuts off. */
    public final ServerCounts counts;

    /** The longest time in which a client may read nothing, in nanoseconds. */
    public final long writeStallNanos;

    /** Buffer for bytes that the loops read and drop. All loops share it, because nobody uses the content. */
    public final byte[] scratch = new byte[16 * 1024];

    final BufferPool<ByteBuffer> outputBuffers;
    private final Executor executor; // null if the loops run application code

    /**
     * Creates the state that these connections share.
     *
     * @param executor runs application code; null if the loops do
     */
    protected PushShared(Executor executor, BufferedMemory memory, ServerCounts counts, long writeStallNanos) {
        this.executor = executor;
        this.counts = counts;
        this.writeStallNanos = writeStallNanos;
        outputBuffers = new BufferPool<>(64, () -> ByteBuffer.allocateDirect(OUTPUT_SIZE), memory, OUTPUT_SIZE);
    }

    /**
     * Gives a task with application code to the executor, or runs it if there is no executor.
     *
     * @param client the client that the task serves
     * @return false if the executor does not take the task
     */
    public final boolean tryRun(Runnable task, InetSocketAddress client) {
        if (executor == null) {
            task.run();
            return true;
        }
        try {
            executor.execute(task);
            return true;
        } catch (Throwable failure) { // the executor rejects the task or is broken, which ends only this connection
            counts.count(Limit.EXECUTOR, client);
            ServerLog.taskRejected(failure);
            return false;
        }
    }
}
