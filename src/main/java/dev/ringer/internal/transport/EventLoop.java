package dev.ringer.internal.transport;

import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.observe.EventRecorder;
import dev.ringer.internal.observe.ServerLog;
import dev.ringer.internal.protocol.FileThreads;
import dev.ringer.internal.time.LimitClock;
import dev.ringer.internal.time.TimeLimit;
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
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Serves its connections with one selector, one timer wheel and queues of tasks. At any moment, only one thread, called
 * the driver, runs the loop ({@link LoopState}).
 *
 * <p>In each turn, the driver waits for events, notifies the connections, runs tasks, and runs the actions of
 * deadlines. None of these may block. The driver is usually the loop thread. Between events, the loop thread also runs
 * application code: a handler, or the call of an executor. While application code blocks the loop thread, the
 * {@link StandIn} is the driver, and leaves further application code in a queue. The driver may change in the middle of
 * a turn, because the rest of the turn's work is in queues.
 *
 * <p>Any thread may call {@link #execute}, {@link #stop} and the methods whose comments say so. Only the driver calls
 * the others.
 */
public final class EventLoop implements Runnable, StandIn.RelievedLoop, SelectorPool.Later {
    /** Receives the events of a connection or a listening socket. The method must handle its own exceptions. */
    interface Selected {
        void onSelected(int readyOps);
    }

    /**
     * The most rounds of tasks in one turn. A round runs the tasks that are queued when it begins. Each pipelined
     * request queues a task, so without this limit other connections could wait long.
     */
    private static final int TASK_ROUNDS_PER_TURN = 16;

    /**
     * The time in nanoseconds, counted from the return of the selector, after which the loop leaves the remaining tasks
     * to the next turn. The attack "rapid reset" in {@code src/test/scripts/http2/attacks} shows why this is needed.
     */
    private static final long TASK_NANOS_PER_TURN = 1_000_000;

    /** The largest array, in bytes, that {@link #view} retains. Larger arrays belong to the application. */
    private static final int MAX_VIEWED = 64 * 1024;

    private final Selector selector;
    private final SelectorPool selectors = new SelectorPool(this);
    private final FileThreads files = new FileThreads(this::executeLater);
    private final LoopConnections connections;
    private final OpenConnections openConnections;
    private final BufferedMemory memory;
    private final TimerWheel timers = new TimerWheel(LimitClock.nanos());
    private final LoopState state = new LoopState();
    private final Thread thread;
    private final StandIn standIn;
    private final LoopCounts counts = new LoopCounts();

    // only the driver, the thread that runs the loop at the moment, uses these fields
    private final Ready ready = new Ready(); // events that have been reported but not handled yet
    private final ArrayDeque<Runnable> application = new ArrayDeque<>();
    private final ShortlyTasks shortly = new ShortlyTasks();
    private LoopDrain drain; // closes the idle connections; null unless the server is draining
    private ByteBuffer viewed; // the buffer that view() returns again
    private long turnBegan = System.nanoTime();
    private long now = LimitClock.at(turnBegan); // the same time by the clock of the time limits
    private boolean late; // whether the last turn has met no deadlines, because it began late

    // several threads use these fields
    private final LoopTasks tasks = new LoopTasks();
    // tasks that run before the next event
    private final Queue<Runnable> nextTasks = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean asleep = new AtomicBoolean();
    private volatile boolean stopped;

    /**
     * Creates a loop and its thread, without starting the thread. The thread inherits its daemon status and class
     * loader from the calling thread.
     */
    public EventLoop(String name, OpenConnections openConnections, BufferedMemory memory) throws IOException {
        this.openConnections = openConnections;
        this.memory = memory;
        selector = Selector.open();
        connections = new LoopConnections(selector);
        standIn = new StandIn(this, state, shortly, name + "-stand-in");
        thread = new LoopThread(openConnections.traffic(), this, name, state, standIn);
    }

    /** Collects the keys for which the selector reports events. */
    private static final class Ready extends ArrayDeque<SelectionKey> implements Consumer<SelectionKey> {
        private static final long serialVersionUID = 1;

        @Override
        public void accept(SelectionKey key) {
            add(key);
        }
    }

    /** Returns the loop thread, which never changes. It runs the loop, except while the stand-in thread does. */
    public Thread thread() {
        return thread;
    }

    /** Whether the calling thread runs this loop now. Any thread may call this. */
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
        while (!state.reclaimed()) {
            turn();
        }
        state.giveBack();
        LockSupport.unpark(thread);
        if (end != null) {
            end.run();
        }
    }

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
        } catch (Throwable fault) {
            // this is a bug of the server, because the code itself handles all exceptions of the application
            ServerLog.loopFailed(fault);
        } finally {
            leave();
        }
    }

    private void leave() {
        // clear an interrupt that a handler has left: otherwise each selection would return immediately
        Thread.interrupted();
        if (!state.leave()) {
            selector.wakeup();
            while (!state.driving()) {
                LockSupport.park(this);
                Thread.interrupted();
            }
        }
    }

    private void turn() {
        Thread.interrupted(); // clear the interrupt: otherwise the selection would return immediately
        counts.onTurn();
        try {
            boolean begunLate = selectedLate();
            EventRecorder.check();
            // If an exception ended the last turn, or another thread took over in the middle of that turn, tasks are
            // left.
            betweenEvents();
            for (SelectionKey key; (key = ready.poll()) != null; ) {
                notifySelected(key);
                betweenEvents();
            }
            runTasks();
            late = begunLate && !late;
            if (!late) {
                meetDeadlines();
            }
        } catch (IOException | RuntimeException | Error fault) {
            // This is an exception of the loop itself, because events handle their own exceptions.
            ServerLog.loopFailed(fault);
        }
    }

    /**
     * Waits for events. Returns whether the loop has looked for events much later than it wanted to, because the process
     * stood still or the loop was busy. Then bytes may have arrived meanwhile that the selector has not reported yet.
     * So the loop looks once more before it meets deadlines.
     */
    private boolean selectedLate() throws IOException {
        if (!ready.isEmpty() || tasks.inRound()) {
            return false; // another thread has begun to run the loop in the middle of the turn
        }
        long lastTurn = turnBegan;
        long planned = select();
        long time = System.nanoTime();
        if (planned > 0) {
            LimitClock.awake(turnBegan, planned, time);
        }
        turnBegan = time;
        now = LimitClock.at(time);
        return time - lastTurn - planned > TimerWheel.TICK_NANOS;
    }

    /** Waits for events. Returns how many nanoseconds the wait may take; 0 if it does not wait. */
    private long select() throws IOException {
        try {
            asleep.set(true);
            if (late
                    || !tasks.isEmpty()
                    || !nextTasks.isEmpty()
                    || state.driving() && (stopped || !application.isEmpty())) {
                asleep.set(false);
                selector.selectNow(ready);
                return 0;
            }
            long millis = millisToSleep();
            selector.select(ready, millis);
            return millis == 0 ? TimeLimit.MAX_NANOS : TimeUnit.MILLISECONDS.toNanos(millis);
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
     * Returns how long the selector may wait for events, in milliseconds; 0 for no limit. Tasks of
     * {@link #executeShortly} do not limit the wait while the stand-in thread wakes the selector for them.
     */
    private long millisToSleep() {
        turnBegan = System.nanoTime(); // read the clock again, because a handler may have run
        now = LimitClock.at(turnBegan);
        long nanos = timers.nanosToNext(now);
        if (!state.driving() || !standIn.keepsTime()) {
            nanos = Math.min(nanos, shortly.nanosToNext(turnBegan));
        }
        if (drain != null) {
            nanos = Math.min(nanos, drain.nanosToNext(turnBegan));
        }
        return nanos == TimerWheel.NONE ? 0 : Math.max(1, nanos / 1_000_000);
    }

    private void runTasks() {
        long end = turnBegan + TASK_NANOS_PER_TURN;
        for (int i = 0; i < TASK_ROUNDS_PER_TURN && (i == 0 || System.nanoTime() - end < 0) && tasks.fillRound(); i++) {
            for (Runnable task; (task = tasks.poll()) != null; ) {
                LoopTasks.run(task);
                betweenEvents();
            }
        }
    }

    private void betweenEvents() {
        for (Runnable task; (task = nextTasks.poll()) != null; ) {
            LoopTasks.run(task);
        }
        runApplicationCode();
    }

    private void meetDeadlines() {
        timers.advance(now);
        for (TimerWheel.Entry due; (due = timers.pollDue()) != null; ) {
            due.expire();
            betweenEvents();
        }
        shortly.runIfDue(turnBegan);
        if (drain != null && drain.closeIdle(turnBegan)) {
            drain = null;
        }
    }

    /** Runs a task soon on the loop. Any thread may call this. */
    public void execute(Runnable task) {
        tasks.add(task);
        awaken();
    }

    /** Runs a task on the loop, before the next event of the loop. Any thread may call this. */
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

    /** Runs a task on the loop after a delay in nanoseconds, or up to 50 ms later. Any thread may call this. */
    @Override
    public void executeLater(Runnable task, long nanos) {
        TimerWheel.Entry timer = new TimerWheel.Entry() {
            @Override
            public void expire() {
                LoopTasks.run(task);
            }
        };
        execute(() -> timers.schedule(timer, LimitClock.nanos() + nanos, now));
    }

    /** Runs a task on the loop in about a millisecond. */
    void executeShortly(Runnable task) {
        shortly.add(task, turnBegan);
    }

    /** Runs application code on the loop thread, between two events. */
    void runApplication(Runnable code) {
        application.add(code);
    }

    /** Wraps an array in a buffer. Most calls pass the same array as the last call, and get the same buffer. */
    ByteBuffer view(byte[] array) {
        if (array.length > MAX_VIEWED) {
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

    /** Returns the selectors on which platform threads wait for connections of this loop. Any thread may call this. */
    SelectorPool selectors() {
        return selectors;
    }

    /** Returns the threads that send files for this loop. Any thread may call this. */
    FileThreads files() {
        return files;
    }

    BufferedMemory memory() {
        return memory;
    }

    /** Returns the open connections of all loops of the server. Any thread may call this. */
    OpenConnections openConnections() {
        return openConnections;
    }

    /** Returns the counts of turns and reliefs, which change while the loop runs. Any thread may call this. */
    public LoopCounts counts() {
        return counts;
    }

    TimerWheel timers() {
        return timers;
    }

    /** Returns the time of {@link LimitClock} at which the current turn began. */
    long now() {
        return now;
    }

    @Override
    public long turnBegan() {
        return turnBegan;
    }

    /** Closes each connection when it is idle. When none is left, calls {@code whenDrained}. Thread-safe. */
    public void drain(Runnable whenDrained) {
        execute(() -> drain = new LoopDrain(connections, whenDrained));
    }

    @Override
    public boolean stopped() {
        return stopped;
    }

    /** Makes the loop end after the current turn. Any thread may call this. */
    public void stop() {
        stopped = true;
        selector.wakeup();
        standIn.wake();
    }

    /** Closes every connection, even if an exchange is in progress. Any thread may call this. */
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
        runAllTasks(); // some tasks add new connections to this loop, which must be closed too
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

    /** Releases the resources of a loop that never ran. */
    public void discard() {
        stopped = true;
        close();
    }
}
