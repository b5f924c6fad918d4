package dev.ringer.internal.websocket;

import dev.ringer.internal.bytes.BufferPool;
import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.observe.ServerCounts;
import dev.ringer.internal.protocol.PushShared;
import java.util.concurrent.Executor;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/** The executor, buffers, compressors and limits that all WebSockets of a server share. Thread-safe. */
public final class WebSocketShared extends PushShared {
    /** The most bytes that the loop reads in one call. */
    static final int INPUT_SIZE = 64 * 1024;

    final BufferPool<byte[]> inputBuffers;
    final CoderPool<Deflater> deflaters =
            new CoderPool<>(() -> new Deflater(Deflater.DEFAULT_COMPRESSION, true), Deflater::reset, Deflater::end);
    final CoderPool<Inflater> inflaters = new CoderPool<>(() -> new Inflater(true), Inflater::reset, Inflater::end);

    public WebSocketShared(Executor executor, BufferedMemory memory, ServerCounts counts, long writeStallNanos) {
        super(executor, memory, counts, writeStallNanos);
        inputBuffers = new BufferPool<>(4, () -> new byte[INPUT_SIZE], memory, INPUT_SIZE);
    }
}
