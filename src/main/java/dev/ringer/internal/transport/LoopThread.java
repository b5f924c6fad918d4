package dev.ringer.internal.transport;

import dev.ringer.internal.observe.Traffic;

/** The thread of an event loop. Code that runs on this thread can find out whether it blocks the loop. */
public final class LoopThread extends Traffic.CountingThread {
    private final LoopState state;
    private final StandIn standIn;

    /** Creates a thread that inherits daemon status and context class loader from the calling thread. */
    LoopThread(Traffic traffic, Runnable loop, String name, LoopState state, StandIn standIn) {
        super(traffic, loop, name);
        this.state = state;
        this.standIn = standIn;
    }

    /** Announces that the calling thread may block. If it is a loop thread, the stand-in thread takes over the loop. */
    public static void aboutToBlock() {
        if (Thread.currentThread() instanceof LoopThread own && own.state.offer()) {
            own.standIn.wake();
        }
    }

    /** Whether the caller is application code on a loop thread, and no stand-in thread has taken over that loop. */
    static boolean heldUpByCaller() {
        return Thread.currentThread() instanceof LoopThread own && own.state.handling();
    }
}
