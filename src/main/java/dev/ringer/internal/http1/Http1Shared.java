package dev.ringer.internal.http1;

import dev.ringer.internal.bytes.BufferPool;
import dev.ringer.internal.http1.codec.ChunkLimits;
import dev.ringer.internal.http1.codec.HeadLimits;
import dev.ringer.internal.protocol.RequestHandler;
import dev.ringer.internal.time.TimeLimit;
import dev.ringer.options.ServerOptions;
import dev.ringer.options.ServerOptions.Compliance;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What all HTTP/1 connections of a server share: limits in the units of the code, budgets, buffer pools, and who takes
 * requests. Thread-safe.
 */
public final class Http1Shared {
    final RequestHandler handler;
    final HeldOutputWatchdog watchdog = new HeldOutputWatchdog();
    final BufferPool<byte[]> inputBuffers = new BufferPool<>(64, () -> new byte[ConnectionInput.POOLED_SIZE]);
    final ReadAheadBuffers readAheadBuffers = new ReadAheadBuffers();
    final BufferPool<OutputBuffer> outputBuffers = new BufferPool<>(HeldOutputWatchdog.MOST_HOLDING, OutputBuffer::new);
    final HeadMemory headMemory = new HeadMemory();
    final AtomicInteger idleConnections = new AtomicInteger();

    final HeadLimits headLimits;
    final ChunkLimits chunkLimits;
    final boolean legacy;
    final boolean hostValidation;
    final long maxBodySize;
    final long drainAmount;
    final long minBodyRate;
    final int maxIdleConnections;
    final long headNanos;
    final long idleNanos;
    final long bodyStallNanos;
    final long writeStallNanos;
    final long drainNanos;
    final long requestNanos;
    final long responseNanos;

    /**
     * What a server's HTTP/1 connections share.
     *
     * @param options the server's options
     * @param handler takes the requests
     */
    public Http1Shared(ServerOptions options, RequestHandler handler) {
        this.handler = handler;
        headLimits = HeadLimits.of(options);
        chunkLimits = ChunkLimits.of(options);
        legacy = options.compliance() == Compliance.LEGACY;
        hostValidation = options.hostValidation();
        maxBodySize = options.maxBodySize();
        drainAmount = options.drainAmount();
        minBodyRate = handler.runsOnLoop() ? options.minBodyRate() : 0;
        maxIdleConnections = options.maxIdleConnections() < 0 ? Integer.MAX_VALUE : options.maxIdleConnections();
        headNanos = TimeLimit.nanos(options.headTimeout());
        idleNanos = TimeLimit.nanos(options.idleInterval());
        bodyStallNanos = TimeLimit.nanos(options.bodyStallTimeout());
        writeStallNanos = TimeLimit.nanos(options.writeStallTimeout());
        drainNanos = TimeLimit.nanos(options.drainTimeout());
        requestNanos = TimeLimit.nanos(options.maxRequestTime());
        responseNanos = TimeLimit.nanos(options.maxResponseTime());
    }

    /** Ends what runs beside the loops. */
    public void stop() {
        watchdog.stop();
    }

    /** Whether requests or responses as a whole have a time limit. */
    boolean limitsTotals() {
        return requestNanos != TimeLimit.OFF || responseNanos != TimeLimit.OFF;
    }
}
