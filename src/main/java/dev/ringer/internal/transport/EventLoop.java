package dev.ringer.internal.transport;

import dev.ringer.internal.observe.ServerLog;
import dev.ringer.internal.time.TimerWheel;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * One thread with a selector, a timer wheel and a queue of tasks, that moves all connections given to it.
 *
 * <p>A turn of the loop: wait for events; tell the connections; run tasks; call deadlines; run what waited for the loop
 * to be free. When the loop's thread runs a handler, and that handler must wait for its client, it waits by turning the
 * same loop <em>nested</em>: input of all connections is read and parsed, deadlines are met, answers already begun move
 * on, but no further handler is begun until the first one is back, so that handlers stay serial and the stack flat.
 *
 * <p>{@link #execute}, {@link #wakeup} and {@link #stop} are for any thread, everything else for the loop's own.
 */
public final class EventLoop implements Runnable {
    /** Events in a state of the loop's own: a connection, or the listening socket. */
    interface Selected {
        void onSelected(int readyOps);
    }

    /** The most tasks of a turn: connections that pipeline queue new ones for ever, and the others must be heard. */
    private static final int TASKS_PER_TURN = 256;

    /** Larger arrays are the application's, and not kept from the garbage collector. */
    private static final int LARGEST_VIEWED = 64 * 1024;

    // fixed
    private final Selector selector;
    private final SelectorPool selectors = new SelectorPool();
    private final TimerWheel timers = new TimerWheel(System.nanoTime());

    // owned by the loop
    private final ReadyList ready = new ReadyList();
    private final Runnable turnAlone = () -> turn(ready, TimerWheel.NONE);
    private final ArrayDeque<Runnable> whenFree = new ArrayDeque<>();
    private ByteBuffer viewed;
    private Thread thread;
    private int depth; // 0: between handlers; 1: a handler of this loop waits
    private long now = System.nanoTime();

    // shared
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean asleep = new AtomicBoolean();
    private volatile boolean stopped;

    /**
     * A loop that does not run yet.
     *
     * @throws IOException if no selector can be opened
     */
    public EventLoop() throws IOException {
        selector = Selector.open();
    }

    /** The thread of a loop: what runs on it can tell which loop that is. */
    static final class LoopThread extends Thread {
        final EventLoop loop;

        LoopThread(EventLoop loop, String name) {
            super(null, loop, name, 0, false); // no inheritable thread-locals: they would live as long as the server
            this.loop = loop;
        }
    }

    /**
     * Makes the thread of this loop; it takes daemon status and context class loader from the caller.
     *
     * @param name the thread's name
     * @return the thread, not started
     */
    public Thread newThread(String name) {
        thread = new LoopThread(this, name);
        return thread;
    }

    /** The loop whose thread is the calling one, or null. */
    static EventLoop ofCurrentThread() {
        return Thread.currentThread() instanceof LoopThread loopThread ? loopThread.loop : null;
    }

    /**
     * Whether the calling thread is the loop's.
     *
     * @return true on the loop's thread
     */
    public boolean isCurrent() {
        return Thread.currentThread() == thread;
    }

    @Override
    public void run() {
        try {
            while (!stopped) {
                Thread.interrupted(); // whoever was meant, no handler runs now, and every selection would return at
                // once
                run(turnAlone);
                for (int waiting = whenFree.size(); waiting > 0; waiting--) {
                    run(whenFree.poll());
                }
            }
        } finally {
            close();
        }
    }

    /**
     * Turns the loop, nested, until a condition holds, a time has come, or the thread is interrupted.
     *
     * @return whether the condition holds
     */
    boolean turnUntil(BooleanSupplier condition, long deadline) {
        assert isCurrent();
        ReadyList nestedReady = new ReadyList(); // the outer one is being worked through
        depth++;
        try {
            while (!condition.getAsBoolean()) {
                if (stopped || Thread.currentThread().isInterrupted() || deadline - System.nanoTime() <= 0) {
                    return false;
                }
                turn(nestedReady, deadline);
            }
            return true;
        } finally {
            depth--;
        }
    }

    private void turn(ReadyList events, long until) {
        select(events, until);
        now = System.nanoTime();
        events.drain();
        runTasks();
        timers.advance(now);
        for (TimerWheel.Entry due; (due = timers.pollDue()) != null; ) {
            run(due::expire);
        }
    }

    private void runTasks() {
        Runnable task;
        for (int left = TASKS_PER_TURN; left > 0 && (task = tasks.poll()) != null; left--) {
            run(task);
        }
    }

    private void runAllTasks() {
        while (!tasks.isEmpty()) {
            runTasks();
        }
    }

    private void select(ReadyList events, long until) {
        try {
            asleep.set(true);
            if (!tasks.isEmpty() || depth == 0 && !whenFree.isEmpty() || stopped) {
                asleep.set(false);
                selector.selectNow(events);
            } else {
                now = System.nanoTime(); // a handler may have run since
                long nanos = Math.min(timers.nanosToNext(now), until == TimerWheel.NONE ? until : until - now);
                selector.select(events, nanos == TimerWheel.NONE ? 0 : Math.max(1, nanos / 1_000_000));
            }
        } catch (IOException e) {
            ServerLog.unexpected("A selector failed", e);
        } finally {
            asleep.set(false);
        }
    }

    /** Runs something that must not end the loop, whatever it throws. */
    private static void run(Runnable task) {
        try {
            task.run();
        } catch (Throwable failure) { // an Error of one connection must not take the others with it
            ServerLog.unexpected("An event loop's task failed", failure);
        }
    }

    /**
     * Runs a task on the loop, soon, maybe while a handler waits. Any thread. What may run a handler must look whether the
     * loop is free, or go through {@link #whenFree}.
     *
     * @param task what to run
     */
    public void execute(Runnable task) {
        tasks.add(task);
        wakeup();
    }

    /** Makes a waiting loop look at its state. Any thread. */
    void wakeup() {
        if (asleep.get() && asleep.compareAndSet(true, false)) {
            selector.wakeup();
        }
    }

    /** Whether no handler of this loop waits. */
    boolean free() {
        return depth == 0;
    }

    /** Runs a task, which may run a handler, when no handler of this loop waits. */
    void whenFree(Runnable task) {
        assert isCurrent();
        whenFree.add(task);
    }

    /** Whether the loop ends. Any thread. */
    boolean stopped() {
        return stopped;
    }

    /** Makes the loop end after its present turn. Any thread. */
    public void stop() {
        stopped = true;
        selector.wakeup();
    }

    /**
     * Closes what is idle. Loop only.
     *
     * @return the number of connections that are left
     */
    public int closeIdleConnections() {
        int left = 0;
        for (SocketConnection connection : connections()) {
            if (!connection.closeIfIdle()) {
                left++;
            }
        }
        return left;
    }

    /** Closes every connection, whoever owns it. Any thread. */
    public void closeConnections() {
        connections().forEach(connection -> run(connection::close));
    }

    /**
     * Lets a short time pass; a loop's thread turns its loop meanwhile.
     *
     * @param nanos the time
     */
    public static void pause(long nanos) {
        EventLoop current = ofCurrentThread();
        if (current != null) {
            current.turnUntil(() -> false, System.nanoTime() + nanos);
        } else {
            LockSupport.parkNanos(nanos);
        }
    }

    private ArrayList<SocketConnection> connections() {
        ArrayList<SocketConnection> connections = new ArrayList<>(); // of a key set that any thread may walk
        if (!selector.isOpen()) {
            return connections;
        }
        for (SelectionKey key : selector.keys()) {
            if (key.attachment() instanceof SocketConnection connection) {
                connections.add(connection);
            }
        }
        return connections;
    }

    private void close() {
        runAllTasks(); // among them, connections that were on their way to this loop
        closeConnections();
        runAllTasks();
        selectors.close();
        try {
            selector.close();
        } catch (IOException e) {
            ServerLog.unexpected("A selector did not close", e);
        }
    }

    /** Closes a loop that was never run. */
    public void discard() {
        stopped = true;
        close();
    }

    /** An array as a buffer; the same one again as long as the array is the same, which it is for most reads. Loop only. */
    ByteBuffer view(byte[] array) {
        if (array.length > LARGEST_VIEWED) {
            return ByteBuffer.wrap(array);
        }
        if (viewed == null || viewed.array() != array) {
            viewed = ByteBuffer.wrap(array);
        }
        return viewed.clear();
    }

    SelectionKey register(SelectableChannel channel, int ops, Selected attachment) throws IOException {
        return channel.register(selector, ops, attachment);
    }

    /** Selectors for platform threads that wait for a connection of this loop. */
    SelectorPool selectors() {
        return selectors;
    }

    TimerWheel timers() {
        return timers;
    }

    /** The time of this turn's events, in {@link System#nanoTime()}'s terms. */
    long now() {
        return now;
    }

    /**
     * The events of one selection, put by until the selector is done: what they set off may turn the loop again, which
     * a selector in the middle of a selection refuses.
     */
    private static final class ReadyList implements Consumer<SelectionKey> {
        private Selected[] selected = new Selected[64];
        private int[] readyOps = new int[64];
        private int size;

        @Override
        public void accept(SelectionKey key) {
            if (size == selected.length) {
                selected = Arrays.copyOf(selected, 2 * size);
                readyOps = Arrays.copyOf(readyOps, 2 * size);
            }
            try {
                readyOps[size] = key.readyOps();
                selected[size++] = (Selected) key.attachment();
            } catch (CancelledKeyException ignored) { // another thread has just closed the connection
            }
        }

        void drain() {
            for (int i = 0; i < size; i++) {
                Selected one = selected[i];
                selected[i] = null;
                try {
                    one.onSelected(readyOps[i]);
                } catch (Throwable failure) { // an Error of one connection must not take the others with it
                    ServerLog.unexpected("A connection's event failed", failure);
                }
            }
            size = 0;
        }
    }
}
