package dev.ringer.internal.http2;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * How many octets of content the peer lets us send (RFC 9113, 6.9), on a stream or on the whole connection: an initial size, which
 * is the same for all streams and known elsewhere, and what has changed since. A stream's window can be below zero, when
 * the peer makes the initial size smaller (6.9.2).
 *
 * <p>The loop widens it, the thread that sends takes from it: each may do so while the other does.
 */
final class SendWindow {
    /** What a window begins with until the peer says otherwise, in octets; for a connection it stays so. */
    static final int DEFAULT_SIZE = 65_535;

    private static final int MAX_SIZE = Integer.MAX_VALUE;
    private static final VarHandle CHANGE;

    static {
        try {
            CHANGE = MethodHandles.lookup().findVarHandle(SendWindow.class, "change", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile int change; // of the initial size: what was taken since makes it smaller, a WINDOW_UPDATE larger

    /** How many octets may be sent now, at most {@code wanted}. */
    int available(int initialSize, int wanted) {
        return (int) Math.max(0, Math.min(size(initialSize), wanted));
    }

    /** Takes what is sent out of the window: no more than {@link #available} says. For the thread that sends. */
    void take(int octets) {
        CHANGE.getAndAdd(this, -octets);
    }

    /** Takes over a WINDOW_UPDATE. False if the window would be too large; then it has not changed. Loop only. */
    boolean increase(int initialSize, int increment) {
        if (size(initialSize) + increment > MAX_SIZE) { // what is taken meanwhile only makes it smaller
            return false;
        }
        CHANGE.getAndAdd(this, increment);
        return true;
    }

    /** Whether the window would not be too large if the initial size were this. Loop only. */
    boolean allows(int initialSize) {
        return size(initialSize) <= MAX_SIZE;
    }

    /** The size, which may be below zero. */
    long size(int initialSize) {
        return (long) initialSize + change;
    }
}
