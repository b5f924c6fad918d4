package dev.ringer.internal.events;

import dev.ringer.internal.bytes.BufferPool;
import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.observe.FailureLog;
import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.observe.ServerCounts;
import dev.ringer.internal.observe.ServerLog;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.Executor;

/** Holds what all event streams of a server share: the executor of the application, buffers, limits. Thread-safe. */
public final class EventShared {
    /** Size of an output buffer in bytes: over TLS, two full records, since the JDK puts 16,367 bytes into each. */
    static final int OUTPUT_SIZE = 2 * 16_367;

    final ServerCounts counts;
    final long writeStallNanos;
    final long lingerNanos;
    final BufferPool<ByteBuffer> outputBuffers;
    final FailureLog failures = new FailureLog("An onClose action of an EventStream has failed");

    /** Buffer into which the loops read what clients send. All loops share it, since nobody uses its content. */
    final byte[] scratch = new byte[16 * 1024];

    private final Executor executor; // null if the loops run application code

    /**
     * Creates the state that the event streams of a server share.
     *
     * @param executor runs actions of the application; null if the loops do
     * @param counts counts the connections that a limit cuts off
     * @param writeStallNanos nanoseconds for which a client may read nothing
     * @param lingerNanos nanoseconds that a client has to close its end after a complete stream
     */
    public EventShared(
            Executor executor, BufferedMemory memory, ServerCounts counts, long writeStallNanos, long lingerNanos) {
        this.executor = executor;
        this.counts = counts;
        this.writeStallNanos = writeStallNanos;
        this.lingerNanos = lingerNanos;
        outputBuffers = new BufferPool<>(64, () -> ByteBuffer.allocateDirect(OUTPUT_SIZE), memory, OUTPUT_SIZE);
    }

    /**
     * Gives a task with application code to the executor. Runs the task if there is no executor, or if the executor
     * rejects the task.
     *
     * @param client the client whose stream has ended
     */
    void run(Runnable task, InetSocketAddress client) {
        if (executor != null) {
            try {
                executor.execute(task);
                return;
            } catch (Throwable failure) { // the executor is shut down or broken; the task must run nevertheless
                counts.count(Limit.EXECUTOR, client);
                ServerLog.taskRejected(failure);
            }
        }
        task.run();
    }
}
