package dev.ringer.internal.transport;

import dev.ringer.internal.observe.Traffic;

/** The thread of a loop. Code that runs on it can find out whether it holds up that loop. */
public final class LoopThread extends Traffic.CountingThread {
    private final LoopState state;
    private final StandIn standIn;

    /** Creates a thread that takes daemon status and context class loader from the caller. */
    LoopThread(Traffic traffic, Runnable loop, String name, LoopState state, StandIn standIn) {
        super(traffic, loop, name);
        this.state = state;
        this.standIn = standIn;
    }

    /**
     * Announces that the calling thread may block next. If the caller is a loop thread inside application code, the
     * stand-in takes over that loop. Any thread may call this.
     */
    public static void aboutToBlock() {
        if (Thread.currentThread() instanceof LoopThread own && own.state.offer()) {
            own.standIn.wake();
        }
    }

    /** Whether the caller is a loop thread inside application code whose stand-in has not taken over. */
    static boolean heldUpByCaller() {
        return Thread.currentThread() instanceof LoopThread own && own.state.handling();
    }
}
