package dev.ringer.internal.protocol;

import java.lang.reflect.Proxy;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * An output of several threads whose items are nothing but a count. What is sent is counted in a plain field, which belongs to the
 * sender: a second one at the same time, or one that does not see what the one before wrote, loses some; and a count of senders
 * finds two of them in any case. The loop is turned by the arbiter.
 */
final class SharedOutput extends GatheredOutput {
    private final AtomicInteger queued = new AtomicInteger();
    private final AtomicInteger senders = new AtomicInteger();
    private final Queue<Runnable> tasks;
    private final int mostPerTurn;
    private volatile boolean together;
    private int sent; // the sender's

    private SharedOutput(Transport transport, Queue<Runnable> tasks, int mostPerTurn) {
        super(transport);
        this.tasks = tasks;
        this.mostPerTurn = mostPerTurn;
    }

    /** An output whose threads send at most so many items before they leave the rest to the loop. */
    static SharedOutput create(int mostPerTurn) {
        Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
        Loop loop = (Loop) fake(Loop.class, null, tasks);
        return new SharedOutput((Transport) fake(Transport.class, loop, tasks), tasks, mostPerTurn);
    }

    private static Object fake(Class<?> type, Loop loop, Queue<Runnable> tasks) {
        return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
            switch (method.getName()) {
                case "loop" -> {
                    return loop;
                }
                case "execute" -> {
                    tasks.add((Runnable) arguments[0]);
                    return null;
                }
                default -> throw new AssertionError("an output has no business here: " + method);
            }
        });
    }

    /** Queues an item and asks for it to be sent. */
    void put() {
        queued.incrementAndGet();
        send();
    }

    /** Is the sender for a moment, of something else than what is queued, as for giving memory up. */
    void trim() {
        if (tryBegin()) {
            begin();
            senders.decrementAndGet();
            releaseSender();
            send();
        }
    }

    @Override
    protected boolean sendQueued() {
        begin();
        int taken = 0;
        for (; taken < mostPerTurn && queued.get() > 0; taken++) {
            queued.decrementAndGet();
            sent++;
        }
        boolean all = taken < mostPerTurn || queued.get() == 0;
        senders.decrementAndGet();
        return all;
    }

    private void begin() {
        together |= senders.incrementAndGet() != 1;
    }

    /** Tells how many items have left, first without the loop and then with it. For the arbiter. */
    void judge(II_Result result) {
        result.r1 = sent();
        turn();
        result.r2 = sent();
    }

    /** Has the loop do what was left to it. */
    private void turn() {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
    }

    /** How many items have left; −1 if two threads sent at once. */
    private int sent() {
        return together ? -1 : sent;
    }
}
