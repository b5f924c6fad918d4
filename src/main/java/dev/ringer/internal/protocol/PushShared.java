package dev.ringer.internal.protocol;

import dev.ringer.internal.bytes.BufferPool;
import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.observe.ServerCounts;
import java.nio.ByteBuffer;
import java.util.concurrent.Executor;

/** Objects and limits that all WebSockets of a server share. Its event streams share another instance. Thread-safe. */
public class PushShared extends ApplicationCalls {
    /** The longest time in which a client may read nothing although output waits, in nanoseconds. */
    public final long writeStallNanos;

    /** A buffer for input that loops read and drop. All loops share this buffer, because nobody uses the content. */
    public final byte[] scratch = new byte[16 * 1024];

    final BufferPool<ByteBuffer> outputBuffers;

    /**
     * Creates the object for a server.
     *
     * @param executor runs application code; null if that code runs on the loops
     */
    protected PushShared(Executor executor, BufferedMemory memory, ServerCounts counts, long writeStallNanos) {
        super(executor, counts);
        this.writeStallNanos = writeStallNanos;
        outputBuffers = new BufferPool<>(
                64, () -> ByteBuffer.allocateDirect(Transport.OUTPUT_SIZE), memory, Transport.OUTPUT_SIZE);
    }
}
