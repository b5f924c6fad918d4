package dev.ringer.internal.http2.response;

import dev.ringer.internal.bytes.BufferPool;
import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.http.RequestLimits;
import dev.ringer.internal.protocol.Transport;
import java.nio.ByteBuffer;
import java.util.function.LongSupplier;

/** The parts that the outputs of all HTTP/2 connections of a server share: limits and buffer pools. Thread-safe. */
public final class OutputShared {
    final RequestLimits limits;
    final BufferedMemory memory;
    final LongSupplier clock; // clock for the time limits of clients, in nanoseconds
    final BufferPool<ByteBuffer> buffers;
    final BufferPool<ResponseContent> rings; // ring buffers for the content of responses

    public OutputShared(RequestLimits limits, BufferedMemory memory, LongSupplier clock) {
        this.limits = limits;
        this.memory = memory;
        this.clock = clock;
        buffers = new BufferPool<>(
                64, () -> ByteBuffer.allocateDirect(Transport.OUTPUT_SIZE), memory, Transport.OUTPUT_SIZE);
        rings = new BufferPool<>(64, ResponseContent::new, memory, ResponseContent.CAPACITY);
    }
}
