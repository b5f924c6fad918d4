package dev.ringer.internal.http2;

import dev.ringer.internal.bytes.RecentCache;
import dev.ringer.internal.http.RequestTarget;
import dev.ringer.internal.http2.request.RequestHeadReader;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;

/**
 * The parts that all HTTP/2 connections of one event loop share. They can share these parts, because the loop handles
 * one connection at a time. Owned by the loop thread.
 */
final class LoopShared {
    private static final int LOOP_BUFFER = 64 * 1024;

    /** The array into which the loop reads input. Its content is valid only while the loop handles one event. */
    final byte[] buffer = new byte[LOOP_BUFFER];

    final Http2Shared shared;
    final RecentCache<RequestTarget> targets = new RecentCache<>();
    final ArrayDeque<RequestHeadReader> spareReaders = new ArrayDeque<>();
    private final ByteBuffer view = ByteBuffer.wrap(buffer);
    private ByteBuffer contentBuffer; // null until the first request content arrives

    LoopShared(Http2Shared shared) {
        this.shared = shared;
    }

    /** Returns a view of the whole {@link #buffer}, into which the loop can read input. */
    ByteBuffer view() {
        return view.clear();
    }

    /**
     * Returns a direct buffer for input that is probably request content. If the loop read into an array, the JDK would
     * copy that content once more. The {@code h2c-up} row of {@code benchmarks/servers} shows the difference. If there
     * is no direct memory, this method always returns {@link #view}. It does not try again, because each attempt could
     * stop the loop for half a second, while the JDK waits for free direct memory.
     */
    ByteBuffer contentBuffer() {
        if (contentBuffer == null) {
            try {
                contentBuffer = ByteBuffer.allocateDirect(LOOP_BUFFER);
            } catch (OutOfMemoryError none) {
                contentBuffer = view;
            }
        }
        return contentBuffer.clear();
    }

    /** Whether the input is in one of the buffers of the loop. */
    boolean owns(ByteBuffer input) {
        return input == view || input == contentBuffer;
    }

    /** Returns a copy of a buffer, from its position to its limit. */
    static ByteBuffer copyOf(ByteBuffer input) {
        return ByteBuffer.allocate(input.remaining()).put(input).flip();
    }
}
