package dev.ringer.internal.http1;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * How long a stream lasts. It ends once: the thread for which {@link #tryEnd} is true hands the connection on, and no other thread
 * ever does, so that a late second {@code close()} cannot give away the next exchange. Its time is over, or HTTP is left, but
 * never both. Thread-safe.
 */
abstract class StreamLife implements OutputOwner {
    // what became of the time limits for the request and the response as a whole
    private static final int LIMITED = 0;
    private static final int UNLIMITED = 1; // HTTP is being left
    private static final int OVER = 2;
    private static final int LEFT = 3; // HTTP was left

    private static final VarHandle ENDED;
    private static final VarHandle TIME;

    static {
        try {
            ENDED = MethodHandles.lookup().findVarHandle(StreamLife.class, "ended", boolean.class);
            TIME = MethodHandles.lookup().findVarHandle(StreamLife.class, "time", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile boolean ended;

    private volatile int time; // LIMITED

    /** Ends it; true for the one thread that is the first. */
    final boolean tryEnd() {
        return ENDED.compareAndSet(this, false, true);
    }

    @Override
    public final boolean ended() {
        return ended;
    }

    /** The time of the exchange is over; false if HTTP is being left, so that there is no limit any more. */
    final boolean tryTimeOut() {
        return TIME.compareAndSet(this, LIMITED, OVER);
    }

    /** HTTP is left; false if the time of the exchange is over. */
    final boolean tryLeaveHttp() {
        return TIME.compareAndSet(this, LIMITED, UNLIMITED);
    }

    /** HTTP has been left after {@link #tryLeaveHttp}. */
    final void noteLeft() {
        time = LEFT;
    }

    final boolean leftHttp() {
        return time == LEFT;
    }
}
