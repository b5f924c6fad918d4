package dev.ringer.internal.http2;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * How many octets of content the peer lets us send (RFC 9113, 6.9), on a stream or on the whole connection. A stream's
 * window can be below zero, when the peer makes the initial window smaller (6.9.2).
 *
 * <p>The loop widens it and shifts it, the thread that sends takes from it: each may do so while the other does.
 */
final class SendWindow {
    /** What a window begins with until the peer says otherwise, in octets. */
    static final int DEFAULT_SIZE = 65_535;

    private static final long MAX_SIZE = Integer.MAX_VALUE;
    private static final VarHandle SIZE;

    static {
        try {
            SIZE = MethodHandles.lookup().findVarHandle(SendWindow.class, "size", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile long size;

    /** A window of a size from 0 to 2^31 - 1. */
    SendWindow(int size) {
        this.size = size;
    }

    /** How many octets may be sent now, at most {@code wanted}. */
    int available(int wanted) {
        return (int) Math.max(0, Math.min(size, wanted));
    }

    /** Takes what is sent out of the window: no more than {@link #available} says. For the thread that sends. */
    void take(int octets) {
        SIZE.getAndAdd(this, -(long) octets);
    }

    /** Takes over a WINDOW_UPDATE. False if the window would be too large; then it has not changed. Loop only. */
    boolean increase(int increment) {
        return shift(increment);
    }

    /**
     * Follows a change of INITIAL_WINDOW_SIZE, upwards or downwards. False if the window would be too large; then it has
     * not changed. Loop only.
     */
    boolean shift(long difference) {
        if (size + difference > MAX_SIZE) { // what is taken meanwhile only makes it smaller
            return false;
        }
        SIZE.getAndAdd(this, difference);
        return true;
    }

    /** The size, which may be below zero. */
    long size() {
        return size;
    }
}
