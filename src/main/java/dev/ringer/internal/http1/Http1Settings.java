package dev.ringer.internal.http1;

import dev.ringer.internal.bytes.BufferPool;
import dev.ringer.internal.protocol.RequestHandler;
import dev.ringer.options.ServerOptions;
import java.time.Duration;

/** What all connections of a loop share: limits in the units of the code, buffer pools, and who takes requests. */
final class Http1Settings {
    final RequestHandler handler;
    final HeldOutputWatchdog watchdog;
    final BufferPool<byte[]> inputBuffers = new BufferPool<>(() -> new byte[ConnectionInput.POOLED_SIZE]);
    final BufferPool<OutputBuffer> outputBuffers = new BufferPool<>(OutputBuffer::new);

    final HeadLimits headLimits;
    final ChunkLimits chunkLimits;
    final boolean hostValidation;
    final long maxBodySize;
    final long drainAmount;
    final long minBodyRate;
    final long headNanos;
    final long idleNanos;
    final long bodyStallNanos;
    final long writeStallNanos;
    final long drainNanos;
    final long requestNanos;
    final long responseNanos;

    Http1Settings(ServerOptions options, RequestHandler handler, HeldOutputWatchdog watchdog) {
        this.handler = handler;
        this.watchdog = watchdog;
        headLimits = HeadLimits.of(options);
        chunkLimits = ChunkLimits.of(options);
        hostValidation = options.hostValidation();
        maxBodySize = options.maxBodySize();
        drainAmount = options.drainAmount();
        minBodyRate = handler.runsOnLoop() ? options.minBodyRate() : 0;
        headNanos = nanos(options.headTimeout());
        idleNanos = nanos(options.idleInterval());
        bodyStallNanos = nanos(options.bodyStallTimeout());
        writeStallNanos = nanos(options.writeStallTimeout());
        drainNanos = nanos(options.drainTimeout());
        requestNanos = nanos(options.maxRequestTime());
        responseNanos = nanos(options.maxResponseTime());
    }

    /** Zero is no limit. */
    private static long nanos(Duration duration) {
        return duration.isZero()
                ? Long.MAX_VALUE
                : Math.min(duration.toSeconds(), Integer.MAX_VALUE) * 1_000_000_000L + duration.toNanosPart();
    }
}
