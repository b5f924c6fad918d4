package dev.ringer.internal.http2;

import dev.ringer.internal.bytes.BufferPool;
import dev.ringer.internal.http2.frame.Setting;
import dev.ringer.internal.observe.ServerCounts;
import dev.ringer.internal.protocol.HostRules;
import dev.ringer.internal.protocol.IdleConnections;
import dev.ringer.internal.protocol.RequestHandler;
import dev.ringer.internal.time.TimeLimit;
import dev.ringer.options.ServerOptions;
import java.nio.ByteBuffer;

/**
 * What all HTTP/2 connections of a server share: limits in the units of the code, buffer pools, and who takes requests.
 * Thread-safe.
 */
public final class Http2Shared {
    /** A stream's part of the connection's window: four streams that nobody reads stop the others. */
    private static final int WINDOW_PARTS = 4;

    final RequestHandler handler;
    final ServerCounts counts;
    final IdleConnections idleConnections;
    final BufferPool<ByteBuffer> outputBuffers =
            new BufferPool<>(64, () -> ByteBuffer.allocateDirect(FrameOutput.CAPACITY));
    final BufferPool<ResponseContent> responseContents = new BufferPool<>(64, ResponseContent::new);
    final BufferPool<RequestContent.Piece> pieces = new BufferPool<>(256, RequestContent.Piece::new);

    final AuthorityRule authorityRule;
    final int maxStreams;
    final int window;
    final int streamWindow;
    final int maxFields;
    final int maxListSize;
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
    final long streamNanos; // the shortest time after which a stream may have to be looked at

    /**
     * What a server's HTTP/2 connections share.
     *
     * @param options the server's options
     * @param handler takes the requests
     */
    public Http2Shared(ServerOptions options, RequestHandler handler) {
        this.handler = handler;
        counts = handler.counts();
        idleConnections = handler.idleConnections();
        authorityRule = options.hostValidation() ? HostRules::isValid : AuthorityRule.NONE;
        maxStreams = options.http2MaxStreams();
        window = options.http2Window();
        streamWindow = Math.max(SendWindow.DEFAULT_SIZE, window / WINDOW_PARTS);
        maxFields = options.maxRequestHeaders();
        maxListSize = options.maxRequestHeaderSize();
        maxBodySize = options.maxBodySize();
        drainAmount = options.drainAmount();
        minBodyRate = handler.runsOnLoop() ? options.minBodyRate() : 0;
        headNanos = TimeLimit.nanos(options.headTimeout());
        idleNanos = TimeLimit.nanos(options.idleInterval());
        bodyStallNanos = TimeLimit.nanos(options.bodyStallTimeout());
        writeStallNanos = TimeLimit.nanos(options.writeStallTimeout());
        drainNanos = TimeLimit.nanos(options.drainTimeout());
        requestNanos = TimeLimit.nanos(options.maxRequestTime());
        responseNanos = TimeLimit.nanos(options.maxResponseTime());
        streamNanos = Math.min(Math.min(writeStallNanos, drainNanos), Math.min(requestNanos, responseNanos));
    }

    /** Our settings, as {@link dev.ringer.internal.http2.frame.FrameWriter#settings} takes them. */
    int[] settings() {
        return new int[] {
            Setting.MAX_CONCURRENT_STREAMS, maxStreams,
            Setting.INITIAL_WINDOW_SIZE, streamWindow,
            Setting.MAX_HEADER_LIST_SIZE, maxListSize,
            Setting.NO_RFC7540_PRIORITIES, 1
        };
    }
}
