package dev.ringer.internal.protocol;

import dev.ringer.internal.bytes.BufferPool;
import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.observe.ServerCounts;
import dev.ringer.internal.observe.ServerLog;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.Executor;

/**
 * Holds what all connections of a server share to which the application pushes in the same way: as WebSockets, or as
 * event streams. Thread-safe.
 */
public class PushShared {
    /** Size of an output buffer in bytes: over TLS, two full records, since the JDK puts 16,367 bytes into each. */
    private static final int OUTPUT_SIZE = 2 * 16_367;

    /** Counts the connections that a limit cuts off. */
    public final ServerCounts counts;

    /** The longest time in which a client may read nothing, in nanoseconds. */
    public final long writeStallNanos;

    /** Buffer into which the loops read what nobody uses. All loops share it. */
    public final byte[] scratch = new byte[16 * 1024];

    final BufferPool<ByteBuffer> outputBuffers;
    private final Executor executor; // null if the loops run application code

    /**
     * Creates what these connections share.
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
     * @param client the client whom the task serves
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
        } catch (Throwable failure) { // the executor rejects the task, or is broken: only this connection ends
            counts.count(Limit.EXECUTOR, client);
            ServerLog.taskRejected(failure);
            return false;
        }
    }
}
