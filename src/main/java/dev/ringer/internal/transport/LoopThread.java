package dev.ringer.internal.transport;

import dev.ringer.internal.observe.Traffic;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The thread of an event loop. Code that runs on a thread that drives a loop can say here that it may block. */
public final class LoopThread extends Traffic.CountingThread {
    // the threads of executors that drive loops now, each with what announces that it may block
    private static final Map<Thread, Runnable> STINTS = new ConcurrentHashMap<>();

    private final LoopState state;
    private final StandIn standIn;

    /** Creates a thread that inherits daemon status and context class loader from the calling thread. */
    LoopThread(Traffic traffic, Runnable loop, String name, LoopState state, StandIn standIn) {
        super(traffic, loop, name);
        this.state = state;
        this.standIn = standIn;
    }

    /** Announces that the calling thread may block. If it runs a handler of a loop, another thread takes over the loop. */
    public static void aboutToBlock() {
        Thread current = Thread.currentThread();
        if (current instanceof LoopThread own) {
            if (own.state.offer()) {
                own.standIn.wake();
            }
            return;
        }
        Runnable announce = STINTS.get(current);
        if (announce != null) {
            announce.run();
        }
    }

    /** Notes that a thread of an executor drives a loop. {@code announce} is called before the thread may block. */
    static void enterStint(Thread thread, Runnable announce) {
        STINTS.put(thread, announce);
    }

    static void leaveStint(Thread thread) {
        STINTS.remove(thread);
    }
}
