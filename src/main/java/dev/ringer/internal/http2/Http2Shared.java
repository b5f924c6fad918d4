package dev.ringer.internal.http2;

import dev.ringer.internal.bytes.BufferPool;
import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.http.RequestLimits;
import dev.ringer.internal.http2.frame.FrameReader;
import dev.ringer.internal.http2.frame.Http2Fault;
import dev.ringer.internal.http2.frame.Setting;
import dev.ringer.internal.http2.response.OutputShared;
import dev.ringer.internal.observe.ServerCounts;
import dev.ringer.internal.observe.Traffic;
import dev.ringer.internal.protocol.IdleConnections;
import dev.ringer.internal.protocol.RequestHandler;
import dev.ringer.internal.protocol.ServerParts;
import dev.ringer.internal.protocol.TrustedPeers;
import dev.ringer.internal.time.LimitClock;
import dev.ringer.internal.time.RateWindow;
import dev.ringer.internal.time.TimeLimit;
import dev.ringer.options.ServerOptions;
import dev.ringer.options.Settings;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The parts that all HTTP/2 connections of a server share: limits, buffer pools, and the request handler. Thread-safe.
 */
public final class Http2Shared {
    /** The longest time, in nanoseconds, that closing a connection may take if {@code drainTimeout} is off. */
    private static final long DEFAULT_END_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** The size of a small piece in bytes. Even one byte of unread content retains a whole piece. */
    private static final int SMALL_PIECE = 4 * 1024;

    /** The size of a large piece in bytes: the most content that a client may send in one DATA frame. */
    static final int LARGE_PIECE = FrameReader.SMALLEST_MAX_FRAME_SIZE;

    final RequestHandler handler;
    final ServerCounts counts;
    final Traffic traffic;
    final BufferedMemory memory;
    final IdleConnections idleConnections;
    final TrustedPeers proxies;
    final LongSupplier clock; // clock for the time limits of clients, in nanoseconds
    final OutputShared output;
    final BufferPool<Piece> smallPieces;
    final BufferPool<Piece> largePieces;

    final RequestLimits limits;
    final int maxStreams;
    final int streamWindow; // flow-control window of a stream for request content, in octets
    final long endNanos; // the longest time that closing a connection may take, in nanoseconds
    final long streamNanos; // the shortest of all time limits of a stream, in nanoseconds

    /** A pooled array for a piece of request content. Content goes into the next piece only when this one is full. */
    static final class Piece {
        final byte[] bytes;
        Piece next;

        Piece(int size) {
            bytes = new byte[size];
        }
    }

    /**
     * Makes the parts that all HTTP/2 connections of a server share.
     *
     * @param parts the parts that the HTTP/1.1 connections of the server use, too
     */
    public Http2Shared(ServerOptions options, ServerParts parts) {
        this(options, parts, LimitClock.INSTANCE);
    }

    Http2Shared(ServerOptions options, ServerParts parts, LongSupplier clock) {
        handler = parts.handler();
        memory = parts.memory();
        idleConnections = parts.idleConnections();
        proxies = new TrustedPeers(options.get(Settings.PROXIES));
        counts = handler.counts();
        traffic = counts.traffic();
        counts.add(Http2Fault.values());
        limits = parts.limits();
        this.clock = clock;
        output = new OutputShared(limits, memory, clock);
        smallPieces = new BufferPool<>(256, () -> new Piece(SMALL_PIECE), memory, SMALL_PIECE);
        largePieces = new BufferPool<>(128, () -> new Piece(LARGE_PIECE), memory, LARGE_PIECE);
        maxStreams = options.get(Settings.HTTP2_MAX_STREAMS).intValue();
        int window = options.get(Settings.HTTP2_WINDOW).intValue();
        // A request body that the server stores before it calls the handler must fit into the stream's window. Padding
        // may use a quarter of the window before the server widens it, so the body must fit into three quarters.
        int wholeBody = limits.bodyBuffer + limits.bodyBuffer / 2;
        streamWindow = Math.max(wholeBody, window);
        endNanos = limits.drainNanos == TimeLimit.OFF ? DEFAULT_END_NANOS : limits.drainNanos;
        streamNanos = Math.min(
                Math.min(limits.minResponseRate > 0 ? RateWindow.SLICE_NANOS : TimeLimit.OFF, limits.writeStallNanos),
                Math.min(limits.drainNanos, Math.min(limits.requestNanos, limits.responseNanos)));
    }

    /**
     * Returns the server's settings, in which identifiers and values alternate, as in
     * {@link dev.ringer.internal.http2.frame.FrameWriter#settings}.
     */
    int[] settings(boolean extendedConnect) {
        int[] settings = {
            Setting.MAX_CONCURRENT_STREAMS,
            maxStreams,
            Setting.INITIAL_WINDOW_SIZE,
            streamWindow,
            Setting.MAX_HEADER_LIST_SIZE,
            limits.maxHead,
            Setting.NO_RFC7540_PRIORITIES,
            1,
            Setting.ENABLE_CONNECT_PROTOCOL,
            1
        };
        return extendedConnect ? settings : Arrays.copyOf(settings, settings.length - 2);
    }
}
