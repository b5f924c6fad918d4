package dev.ringer.internal.http2.flow;

import dev.ringer.internal.http2.frame.Http2Fault;
import dev.ringer.internal.http2.frame.Http2Refused;
import dev.ringer.internal.time.LimitClock;

/**
 * Limits the octets, the frames and the duration of a field block: a HEADERS frame and the CONTINUATION frames after
 * it. These limits stop endless blocks (CVE-2024-27316), endless empty frames (CVE-2026-33871), and blocks that arrive
 * too slowly. Beyond a limit, methods throw {@link Http2Refused}, which ends the connection. Not thread-safe.
 */
public final class BlockGuard {
    /** The largest number of small CONTINUATION frames in a field block. An empty frame counts twice. */
    static final int MAX_SMALL_FRAMES = 16;

    /** A CONTINUATION frame is small if it has fewer octets than this. */
    static final int SMALL_FRAME = 8 * 1024;

    private final int maxOctets;
    private final long maxNanos;

    private long octets;
    private int smallFrames;
    private long beginNanos;

    /**
     * Makes a guard for the field blocks of one connection.
     *
     * @param maxOctets the largest size of a field block in octets, padding included
     * @param maxNanos the longest time that a field block may take, in nanoseconds
     */
    public BlockGuard(int maxOctets, long maxNanos) {
        this.maxOctets = maxOctets;
        this.maxNanos = maxNanos;
    }

    /** Counts the HEADERS frame that begins a field block. */
    public void onHeaders(int length, long nowNanos) {
        beginNanos = nowNanos;
        octets = 0;
        smallFrames = 0;
        add(length);
    }

    /** Counts a CONTINUATION frame of the field block. */
    public void onContinuation(int length, long nowNanos) {
        if (length < SMALL_FRAME) {
            smallFrames += length == 0 ? 2 : 1;
        }
        if (smallFrames > MAX_SMALL_FRAMES) {
            throw new Http2Refused(Http2Fault.TOO_MANY_CONTINUATIONS);
        }
        if (nowNanos - beginNanos >= maxNanos) {
            throw new Http2Refused(Http2Fault.BLOCK_TOO_SLOW);
        }
        add(length);
    }

    private void add(int length) {
        octets += length;
        if (octets > maxOctets) {
            throw new Http2Refused(Http2Fault.BLOCK_TOO_LARGE);
        }
    }

    /** Returns the time at which the field block began, as a value of {@link LimitClock}. */
    public long beganAt() {
        return beginNanos;
    }
}
