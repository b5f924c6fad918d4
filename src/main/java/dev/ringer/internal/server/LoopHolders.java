package dev.ringer.internal.server;

import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.transport.EventLoop;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Gives the memory account access to a server's event loops: to all their connections, and to a timer. Thread-safe. */
final class LoopHolders implements Iterable<BufferedMemory.Connection>, Consumer<Runnable> {
    private static final long CHECK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final EventLoop[] loops;

    LoopHolders(EventLoop[] loops) {
        this.loops = loops;
    }

    @Override
    public Iterator<BufferedMemory.Connection> iterator() {
        List<BufferedMemory.Connection> all = loops[0].holders(); // holders() makes a new list at each call
        for (int i = 1; i < loops.length; i++) {
            all.addAll(loops[i].holders());
        }
        return all.iterator();
    }

    /** Runs a task on an event loop after 50 ms. */
    @Override
    public void accept(Runnable task) {
        loops[0].executeLater(task, CHECK_AGAIN_NANOS);
    }
}
