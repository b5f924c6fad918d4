package dev.ringer.internal.http1;

import dev.ringer.internal.bytes.BufferPool;
import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.http.RequestLimits;
import dev.ringer.internal.http1.codec.ChunkLimits;
import dev.ringer.internal.observe.ServerCounts;
import dev.ringer.internal.observe.Traffic;
import dev.ringer.internal.protocol.IdleConnections;
import dev.ringer.internal.protocol.RequestHandler;
import dev.ringer.internal.protocol.ServerParts;
import dev.ringer.internal.time.LimitClock;
import dev.ringer.internal.time.TimeLimit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The objects and limits that all HTTP/1 connections of a server share, such as the memory account, buffer pools and
 * the request handler. Thread-safe.
 */
public final class Http1Shared {
    /** The size of a pooled input buffer in bytes. */
    static final int INPUT_BUFFER = 8 * 1024;

    /**
     * The size of a pooled buffer for a body that arrives before its handler is called, in bytes: the default of {@code
     * ringer.bodyBuffer}, and room for chunk framing.
     */
    static final int BODY_BUFFER = 64 * 1024 + RequestBody.SPARE_FRAMING;

    final RequestHandler handler;
    final ServerCounts counts;
    final Traffic traffic;
    final LongSupplier clock; // the clock of time limits; tests control it
    final BufferedMemory memory;
    final BufferPool<byte[]> inputBuffers;
    final BufferPool<byte[]> bodyBuffers;
    final ReadAheadBuffers readAheadBuffers = new ReadAheadBuffers();
    final BufferPool<OutputBuffer> outputBuffers;
    final IdleConnections idleConnections;

    final RequestLimits limits;
    final ChunkLimits chunkLimits;
    final boolean handlersOnLoop;
    /** Whether there is a time limit for a whole request or for a whole response. */
    final boolean limitsTotals;

    public Http1Shared(ServerParts parts) {
        this(parts, LimitClock.INSTANCE);
    }

    Http1Shared(ServerParts parts, LongSupplier clock) {
        this(parts, clock, inputBuffers(parts.memory()), outputBuffers(parts.memory()));
    }

    Http1Shared(
            ServerParts parts,
            LongSupplier clock,
            BufferPool<byte[]> inputBuffers,
            BufferPool<OutputBuffer> outputBuffers) {
        handler = parts.handler();
        counts = handler.counts();
        traffic = counts.traffic();
        this.clock = clock;
        memory = parts.memory();
        this.inputBuffers = inputBuffers;
        bodyBuffers = new BufferPool<>(16, new BodyArrays(), memory, BODY_BUFFER);
        this.outputBuffers = outputBuffers;
        limits = parts.limits();
        chunkLimits = ChunkLimits.of(limits);
        handlersOnLoop = handler.runsOnLoop();
        limitsTotals = limits.requestNanos != TimeLimit.OFF || limits.responseNanos != TimeLimit.OFF;
        idleConnections = parts.idleConnections();
    }

    private static BufferPool<byte[]> inputBuffers(BufferedMemory memory) {
        return new BufferPool<>(64, new InputArrays(), memory, INPUT_BUFFER);
    }

    private static BufferPool<OutputBuffer> outputBuffers(BufferedMemory memory) {
        return new BufferPool<>(64, new OutputBuffers(), memory, OutputBuffer.CAPACITY);
    }

    private static final class InputArrays implements Supplier<byte[]> {
        @Override
        public byte[] get() {
            return new byte[INPUT_BUFFER];
        }
    }

    private static final class BodyArrays implements Supplier<byte[]> {
        @Override
        public byte[] get() {
            return new byte[BODY_BUFFER];
        }
    }

    private static final class OutputBuffers implements Supplier<OutputBuffer> {
        @Override
        public OutputBuffer get() {
            return new OutputBuffer();
        }
    }

    /** Returns how many nanoseconds a new connection may send nothing; {@link Long#MAX_VALUE} for no limit. */
    public long silenceNanos() {
        return Math.min(limits.requestNanos, Math.min(limits.idleNanos, limits.headNanos));
    }
}
