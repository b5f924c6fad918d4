package dev.ringer.internal.websocket;

import dev.ringer.internal.bytes.BufferPool;
import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.observe.ServerCounts;
import dev.ringer.internal.observe.ServerLog;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.Executor;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * Holds what all WebSockets of a server share: the executor of listeners, buffers, compressors, limits. Thread-safe.
 */
public final class WebSocketShared {
    /** Bytes that the loop reads at once. */
    static final int INPUT_SIZE = 64 * 1024;

    /** Size of an output buffer in bytes: over TLS, two full records, since the JDK puts 16,367 bytes into each. */
    static final int OUTPUT_SIZE = 2 * 16_367;

    private static final int MAX_SPARE_CODERS = 16;

    final ServerCounts counts;
    final long writeStallNanos;
    final BufferPool<byte[]> inputBuffers;
    final BufferPool<ByteBuffer> outputBuffers;
    final CoderPool<Deflater> deflaters = new CoderPool<>(
            MAX_SPARE_CODERS, () -> new Deflater(Deflater.DEFAULT_COMPRESSION, true), Deflater::reset, Deflater::end);
    final CoderPool<Inflater> inflaters =
            new CoderPool<>(MAX_SPARE_CODERS, () -> new Inflater(true), Inflater::reset, Inflater::end);

    /** Buffer into which {@code LingeringClose} reads. All loops share it, since nobody uses its content. */
    final byte[] scratch = new byte[16 * 1024];

    private final Executor executor; // null if the loops run listeners

    /**
     * Creates the state that the WebSockets of a server share.
     *
     * @param executor runs listeners; null if the loops do
     * @param counts counts the connections that a limit cuts off
     * @param writeStallNanos nanoseconds for which a client may read nothing
     */
    public WebSocketShared(Executor executor, BufferedMemory memory, ServerCounts counts, long writeStallNanos) {
        this.executor = executor;
        this.counts = counts;
        this.writeStallNanos = writeStallNanos;
        inputBuffers = new BufferPool<>(4, () -> new byte[INPUT_SIZE], memory, INPUT_SIZE);
        outputBuffers = new BufferPool<>(64, () -> ByteBuffer.allocateDirect(OUTPUT_SIZE), memory, OUTPUT_SIZE);
    }

    /**
     * Gives a task to the executor, or runs it if there is no executor. The task calls listeners, which are application
     * code.
     *
     * @param client the client whose listener the task calls
     * @return false if the executor does not take the task
     */
    boolean tryRun(Runnable task, InetSocketAddress client) {
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
