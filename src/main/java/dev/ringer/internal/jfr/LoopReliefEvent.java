package dev.ringer.internal.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;

/**
 * The Flight Recorder event for a relief: a period in which a stand-in thread drives an event loop, because application
 * code blocks the thread of the loop.
 */
@Name("dev.ringer.LoopRelief")
@Label("Loop Relief")
@Category("Ringer")
@Description("A spare thread ran an event loop while a handler blocked the loop's own thread")
@StackTrace(false)
@Threshold("10 ms")
final class LoopReliefEvent extends Event implements Runnable {
    @Label("Relieved Thread")
    @Description("Thread of the event loop, which was running a handler")
    final Thread relieved;

    @Label("Waiting")
    @Description(
            "Whether the handler was about to wait for its client; otherwise it had been busy or blocked for 15 ms")
    final boolean waiting;

    LoopReliefEvent(Thread relieved, boolean waiting) {
        this.relieved = relieved;
        this.waiting = waiting;
        begin();
    }

    @Override
    public void run() {
        commit();
    }
}
