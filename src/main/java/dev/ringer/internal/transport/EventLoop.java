package dev.ringer.internal.transport;

import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.observe.EventRecorder;
import dev.ringer.internal.observe.ServerLog;
import dev.ringer.internal.time.TimerWheel;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Serves all connections that are assigned to it, with one selector, one timer wheel and queues of tasks. The driver is
 * the thread that turns the loop at the moment.
 *
 * <p>A turn waits for events, notifies the connections, runs tasks and meets deadlines. None of these steps blocks.
 * Application code is a handler, or the call that hands a handler to an executor. The loop thread runs it between
 * events, one piece at a time. While application code holds up the loop thread, the {@link StandIn} drives. It leaves
 * further application code in a queue. {@link LoopState} says which thread drives. The driver may change in the middle
 * of a turn, because all that the driver owns is in queues.
 *
 * <p>Any thread may call {@link #execute}, {@link #stop} and the methods that say so. Only the driver calls the others.
 */
public final class EventLoop implements Runnable, StandIn.RelievedLoop {
    /** Receives the events of one selection key: a connection or a listening socket. It handles its own faults. */
    interface Selected {
        void onSelected(int readyOps);
    }

    /**
     * The most rounds of tasks in one turn. A pipeline of requests queues one task for each request, so without a limit
     * the other connections would wait.
     */
    private static final int TASK_ROUNDS_PER_TURN = 16;

    /**
     * The time limit for the tasks of a turn, in nanoseconds after the selector has returned. Later, the turn begins no
     * further round of tasks. The attack "rapid reset" of {@code src/test/scripts/http2/attacks} justifies this limit.
     */
    private static final long TASK_NANOS_PER_TURN = 1_000_000;

    /**
     * The most pipelined requests of a connection that a turn runs directly after the request of an event. The
     * {@code pipelined} row of the benchmarks justifies this exception.
     */
    private static final int MAX_FOLLOWING = 15;

    // never change after construction
    private final Selector selector;
    private final SelectorPool selectors = new SelectorPool();
    private final LoopConnections connections;
    private final OpenConnections openConnections;
    private final BufferedMemory memory;
    private final TimerWheel timers = new TimerWheel(System.nanoTime());
    private final LoopState state = new LoopState();
    private final Thread thread;
    private final StandIn standIn;
    private final LoopCounts counts = new LoopCounts();

    // owned by the driver
    private final Ready ready = new Ready(); // events of the selection that are not dispatched yet
    private final ArrayDeque<Runnable> application = new ArrayDeque<>();
    private final ShortlyTasks shortly = new ShortlyTasks();
    private LoopDrain drain; // null unless the server is draining
    private final ArrayView view = new ArrayView();
    private long now = System.nanoTime();

    // used by several threads
    private final LoopTasks tasks = new LoopTasks(state);
    private final Queue<Runnable> nextTasks = new ConcurrentLinkedQueue<>(); // run before the next event
    private final AtomicBoolean asleep = new AtomicBoolean();
    private volatile boolean stopped;

    /**
     * Creates a loop whose thread has not been started. The thread inherits daemon status and context class loader from
     * the caller.
     * @param openConnections the open connections of all loops of the server
     * @param memory the server's account
     * @throws IOException if no selector can be opened
     */
    public EventLoop(String name, OpenConnections openConnections, BufferedMemory memory) throws IOException {
        this.openConnections = openConnections;
        this.memory = memory;
        selector = Selector.open();
        connections = new LoopConnections(selector);
        standIn = new StandIn(this, state, shortly, name + "-stand-in");
        thread = new LoopThread(openConnections.traffic(), this, name, state, standIn);
    }

    /** Collects the keys that a selection finds ready. */
    private static final class Ready extends ArrayDeque<SelectionKey> implements Consumer<SelectionKey> {
        private static final long serialVersionUID = 1;

        @Override
        public void accept(SelectionKey key) {
            add(key);
        }
    }

    /** A task that runs after a delay. */
    private static final class LaterTask extends TimerWheel.Entry {
        private final Runnable task;

        LaterTask(Runnable task) {
            this.task = task;
        }

        @Override
        public void expire() {
            LoopTasks.run(task);
        }
    }

    /** Returns the loop thread, always the same thread. It drives this loop whenever the stand-in does not drive. */
    public Thread thread() {
        return thread;
    }

    // ---- which thread drives

    /** Whether the calling thread drives this loop now. Any thread may ask. */
    boolean isCurrent() {
        Thread current = Thread.currentThread();
        return current == thread ? state.driving() : state.relieved() && current == standIn;
    }

    @Override
    public void run() {
        try {
            while (!stopped) {
                turn();
            }
        } finally {
            close();
        }
    }

    @Override
    public void driveAsStandIn(boolean offered) {
        EventRecorder recorder = EventRecorder.current();
        Runnable end = recorder == null ? null : recorder.beginRelief(thread, offered);
        counts.onRelief();
        tasks.collectInRelief();
        while (!state.reclaimed()) {
            turn();
        }
        state.giveBack();
        LockSupport.unpark(thread);
        if (end != null) {
            end.run();
        }
    }

    /** Runs the queued application code, one piece after the other, if the loop thread drives. */
    private void runApplicationCode() {
        Runnable code;
        while (!application.isEmpty() && state.driving() && (code = application.poll()) != null) {
            enter(code);
        }
    }

    private void enter(Runnable code) {
        state.enter();
        try {
            standIn.attend();
            code.run();
        } catch (Throwable fault) { // a fault of the server, because the code handles all that the application throws
            ServerLog.loopFailed(fault);
        } finally {
            leave();
        }
    }

    private void leave() {
        Thread.interrupted(); // otherwise an interrupt left by a handler would make each selection return at once
        if (!state.leave()) {
            selector.wakeup();
            while (!state.driving()) {
                LockSupport.park(this);
                Thread.interrupted();
            }
        }
        tasks.collect();
    }

    // ---- a turn

    private void turn() {
        Thread.interrupted(); // an interrupt would make the selection return at once
        counts.onTurn();
        try {
            select();
            now = System.nanoTime();
            EventRecorder.look();
            // Tasks are left over if the last turn ended with a fault, or if the driver changed in the middle of it.
            betweenEvents(0);
            for (SelectionKey key; (key = ready.poll()) != null; ) {
                tasks.postponeLatest();
                notifySelected(key);
                betweenEvents(MAX_FOLLOWING);
            }
            runTasks();
            meetDeadlines();
        } catch (IOException | RuntimeException | Error fault) { // a fault of the loop: events handle their own
            ServerLog.loopFailed(fault);
        }
    }

    private void select() throws IOException {
        if (!ready.isEmpty() || tasks.inRound()) {
            return; // the previous driver was replaced in the middle of a turn
        }
        try {
            asleep.set(true);
            if (!tasks.isEmpty() || !nextTasks.isEmpty() || state.driving() && (stopped || !application.isEmpty())) {
                asleep.set(false);
                selector.selectNow(ready);
            } else {
                selector.select(ready, millisToSleep());
            }
        } finally {
            asleep.set(false);
        }
    }

    private static void notifySelected(SelectionKey key) {
        try {
            ((Selected) key.attachment()).onSelected(key.readyOps());
        } catch (CancelledKeyException ignored) { // another thread has just closed the connection
        }
    }

    /**
     * Returns how long to wait for events, in milliseconds; 0 means for ever. While the loop thread drives, the
     * stand-in may wake it for tasks of {@link #executeShortly}. Nobody wakes the stand-in for these tasks while it
     * drives.
     */
    private long millisToSleep() {
        now = System.nanoTime(); // a handler may have run since
        long nanos = timers.nanosToNext(now);
        if (!state.driving() || !standIn.keepsTime()) {
            nanos = Math.min(nanos, shortly.nanosToNext(now));
        }
        if (drain != null) {
            nanos = Math.min(nanos, drain.nanosToNext(now));
        }
        return nanos == TimerWheel.NONE ? 0 : Math.max(1, nanos / 1_000_000);
    }

    private void runTasks() {
        long end = now + TASK_NANOS_PER_TURN;
        for (int i = 0; i < TASK_ROUNDS_PER_TURN && (i == 0 || System.nanoTime() - end < 0) && tasks.fillRound(); i++) {
            for (Runnable task; (task = tasks.poll()) != null; ) {
                LoopTasks.run(task);
                betweenEvents(0);
            }
        }
    }

    private void betweenEvents(int following) {
        for (int left = following; ; left--) {
            for (Runnable task; (task = nextTasks.poll()) != null; ) {
                LoopTasks.run(task);
            }
            runApplicationCode();
            Runnable next = left > 0 ? tasks.pollLatest() : null;
            if (next == null) {
                return;
            }
            LoopTasks.run(next);
        }
    }

    private void meetDeadlines() {
        timers.advance(now);
        for (TimerWheel.Entry due; (due = timers.pollDue()) != null; ) {
            due.expire();
            betweenEvents(0);
        }
        shortly.runIfDue(now);
        if (drain != null && drain.closeIdle(now)) {
            drain = null;
        }
    }

    // ---- requests of other classes

    /** Runs a task on the loop, soon. Any thread may call this. */
    public void execute(Runnable task) {
        tasks.add(task);
        awaken();
    }

    /** Runs a task that an exchange leaves to the loop, soon. Any thread may call this. */
    void executeAfterExchange(Runnable task) {
        if (Thread.currentThread() != thread || !tasks.handBack(task)) {
            execute(task);
        }
    }

    /** Runs a task on the loop, before the loop's next event. Any thread may call this. */
    void executeNext(Runnable task) {
        nextTasks.add(task);
        awaken();
    }

    @Override
    public void awaken() {
        if (asleep.get() && asleep.compareAndSet(true, false)) {
            selector.wakeup();
        }
    }

    /**
     * Runs a task after a delay in nanoseconds. The ticks of the timer wheel make it up to 50 ms late. Any thread may
     * call this.
     */
    public void executeLater(Runnable task, long nanos) {
        execute(() -> timers.schedule(new LaterTask(task), System.nanoTime() + nanos, now));
    }

    /** Runs a task in about a millisecond. */
    void executeShortly(Runnable task) {
        shortly.add(task, now);
    }

    /** Runs application code on the loop thread, between events. */
    void runApplication(Runnable code) {
        application.add(code);
    }

    /** Returns a buffer over an array. */
    ByteBuffer view(byte[] array) {
        return view.of(array);
    }

    SelectionKey register(SelectableChannel channel, int ops, Selected attachment) throws IOException {
        return channel.register(selector, ops, attachment);
    }

    /** Returns the selectors for platform threads that wait for a connection of this loop. Any thread may call this. */
    SelectorPool selectors() {
        return selectors;
    }

    /** Returns the server's account of the memory that it retains for clients. */
    BufferedMemory memory() {
        return memory;
    }

    /** Returns the open connections of all loops of the server. Any thread may call this. */
    OpenConnections openConnections() {
        return openConnections;
    }

    /** Returns the counts of turns and reliefs, which keep counting. Any thread may call this. */
    public LoopCounts counts() {
        return counts;
    }

    TimerWheel timers() {
        return timers;
    }

    @Override
    public long now() {
        return now;
    }

    // ---- the end

    /**
     * Closes the connections that are idle now, and each other connection as soon as it becomes idle. Calls
     * {@code whenDrained} once, on the loop, when nothing is in progress any more. Any thread may call this.
     */
    public void drain(Runnable whenDrained) {
        execute(() -> drain = new LoopDrain(connections, whenDrained));
    }

    @Override
    public boolean stopped() {
        return stopped;
    }

    /** Makes the loop end after its present turn. Any thread may call this. */
    public void stop() {
        stopped = true;
        selector.wakeup();
        standIn.wake();
    }

    /** Closes every connection, also those with an exchange in progress. Any thread may call this. */
    public void closeConnections() {
        connections.open().forEach(connection -> LoopTasks.run(connection::close));
    }

    LoopConnections connections() {
        return connections;
    }

    /** Returns a new list of all connections that may retain memory. Any thread may call this. */
    public List<BufferedMemory.Connection> holders() {
        return connections.holders();
    }

    private void close() {
        runAllTasks(); // some of the tasks bring new connections to this loop, which must be closed too
        closeConnections();
        runAllTasks();
        selectors.close();
        try {
            selector.close();
        } catch (IOException e) {
            ServerLog.unexpected("A selector did not close", e);
        }
    }

    private void runAllTasks() {
        while (tasks.fillRound()) {
            LoopTasks.run(tasks.poll());
        }
    }

    /** Closes a loop that was never run. */
    public void discard() {
        stopped = true;
        close();
    }
}
