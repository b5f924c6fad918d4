package dev.ringer.internal.transport;

import dev.ringer.internal.observe.ServerLog;
import dev.ringer.internal.time.TimerWheel;

/** A task of a loop that belongs to no connection, run once its time has come. */
final class LaterTask extends TimerWheel.Entry {
    private final Runnable task;

    LaterTask(Runnable task) {
        this.task = task;
    }

    @Override
    public void expire() {
        try {
            task.run();
        } catch (Throwable fault) { // the loop goes on
            ServerLog.unexpected("An event loop's task failed", fault);
        }
    }
}
