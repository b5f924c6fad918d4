package dev.ringer.internal.http2;

import dev.ringer.internal.bytes.BufferPool;
import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.http.RequestLimits;
import dev.ringer.internal.protocol.ClientPace;
import java.nio.ByteBuffer;
import java.util.function.LongSupplier;

/** The parts that all HTTP/2 connections of a server share for sending. Thread-safe. */
final class SenderShared {
    /**
     * The size of an output buffer in bytes. It fills two TLS records, because the JDK puts 16,367 bytes into each
     * record.
     */
    static final int OUTPUT_SIZE = 2 * 16_367;

    final RequestLimits limits;
    final LongSupplier clock; // clock for the time limits of clients, in nanoseconds
    final BufferedMemory memory;
    final BufferPool<ByteBuffer> outputBuffers;
    final ResponseContents responseContents;

    SenderShared(RequestLimits limits, LongSupplier clock, BufferedMemory memory) {
        this.limits = limits;
        this.clock = clock;
        this.memory = memory;
        this.outputBuffers = new BufferPool<>(64, () -> ByteBuffer.allocateDirect(OUTPUT_SIZE), memory, OUTPUT_SIZE);
        this.responseContents = new ResponseContents(memory);
    }

    /** Makes an object that measures the pace of a client. Called when output waits for the client the first time. */
    ClientPace newPace() {
        return new ClientPace(clock, limits.writeStallNanos, limits.minResponseRate);
    }
}
