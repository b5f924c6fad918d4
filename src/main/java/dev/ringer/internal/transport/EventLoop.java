package dev.ringer.internal.transport;

import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.observe.CountingThread;
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

/**
 * A selector, a timer wheel and queues of tasks, that move all connections given to them, turned by one thread at a time.
 *
 * <p>A turn: wait for events; tell the connections; run tasks; meet deadlines. Nothing of this blocks. Code of the
 * application, a handler or what hands it to an executor, runs between events, on the loop's own thread, one at a time.
 * While it is held up the {@link StandIn} turns the loop in full, but runs no code of the application, which queues.
 * {@link LoopState} says who drives; what the driver owns survives a change in the middle of a turn, since it is queued.
 *
 * <p>{@link #execute}, {@link #stop} and what says so are for any thread, everything else for the driver.
 */
public final class EventLoop implements Runnable {
    /** Events in a state of the loop's own: a connection, or the listening socket. They deal with their own faults. */
    interface Selected {
        void onSelected(int readyOps);
    }

    /** How often a turn runs the tasks that came meanwhile: pipelines queue one for each request, and others must be heard. */
    private static final int TASK_ROUNDS_PER_TURN = 16;

    /** How long after its selection a turn begins further rounds. Kept by "rapid reset" in {@code src/test/scripts/http2/attacks}. */
    private static final long TASK_NANOS_PER_TURN = 1_000_000;

    /** How many pipelined requests of a connection follow the one of an event. Kept by the {@code pipelined} row. */
    private static final int MAX_FOLLOWING = 15;

    // fixed
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

    // the driver's
    private final Ready ready = new Ready(); // the events of a selection, not told yet
    private final ArrayDeque<Runnable> application = new ArrayDeque<>();
    private final ShortlyTasks shortly = new ShortlyTasks();
    private LoopDrain drain; // null while no end is waited for
    private final ArrayView view = new ArrayView();
    private long now = System.nanoTime();

    // the own thread's, published by the state
    private int entered; // how often it has entered code of the application

    // shared
    private final LoopTasks tasks = new LoopTasks(state);
    private final Queue<Runnable> nextTasks = new ConcurrentLinkedQueue<>(); // before the next event
    private final AtomicBoolean asleep = new AtomicBoolean();
    private volatile boolean stopped;

    /**
     * A loop whose thread has not been started; the thread takes daemon status and context class loader from the caller.
     *
     * @param name the thread's name
     * @param openConnections the server's, which its connections count among: where there are too many, further ones are
     *     closed at once
     * @throws IOException if no selector can be opened
     */
    public EventLoop(String name, OpenConnections openConnections, BufferedMemory memory) throws IOException {
        this.openConnections = openConnections;
        this.memory = memory;
        selector = Selector.open();
        connections = new LoopConnections(selector);
        thread = new LoopThread(this, name);
        standIn = new StandIn(this, state, shortly, name + "-stand-in");
    }

    /** The own thread of a loop: what runs on it can tell which loop that is. */
    private static final class LoopThread extends CountingThread {
        private final EventLoop loop;

        LoopThread(EventLoop loop, String name) {
            super(loop.openConnections.traffic(), loop, name);
            this.loop = loop;
        }
    }

    /**
     * The thread that is to turn this loop.
     *
     * @return the same one for the life of the loop
     */
    public Thread thread() {
        return thread;
    }

    // ---- who drives

    /** Whether the calling thread turns this loop. Any thread. */
    boolean isCurrent() {
        Thread current = Thread.currentThread();
        return current == thread ? state.driving() : state.relieved() && current == standIn;
    }

    /**
     * Says that the calling thread may block next: if it is a loop's own thread inside code of the application, the stand-in
     * takes that loop. Any thread.
     */
    public static void aboutToBlock() {
        if (Thread.currentThread() instanceof LoopThread own && own.loop.state.offer()) {
            own.loop.standIn.wake();
        }
    }

    /** Whether the caller is a loop's own thread inside code of the application, and its stand-in has not taken over. */
    static boolean heldUpByCaller() {
        return Thread.currentThread() instanceof LoopThread own && own.loop.state.handling();
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

    /** Turns the loop until its own thread wants it back. On the stand-in's thread. */
    void driveAsStandIn() {
        counts.onRelief();
        tasks.collectInRelief();
        while (!state.reclaimed()) {
            turn();
        }
        state.giveBack();
        LockSupport.unpark(thread);
    }

    /** Runs code of the application, one piece after the other, where this is the own thread. */
    private void runApplicationCode() {
        Runnable code;
        while (!application.isEmpty() && state.driving() && (code = application.poll()) != null) {
            enter(code);
        }
    }

    private void enter(Runnable code) {
        entered++;
        state.enter();
        try {
            standIn.attend();
            code.run();
        } catch (Throwable fault) { // it deals with the application's own
            ServerLog.loopFailed(fault);
        } finally {
            leave();
        }
    }

    private void leave() {
        Thread.interrupted(); // a flag that a handler left would make each selection return at once
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
        Thread.interrupted(); // or the selection would return at once
        counts.onTurn();
        try {
            select();
            now = System.nanoTime();
            EventRecorder.look();
            betweenEvents(0); // what the stand-in or a fault left
            for (SelectionKey key; (key = ready.poll()) != null; ) {
                tasks.postponeLatest();
                tell(key);
                betweenEvents(MAX_FOLLOWING);
            }
            runTasks();
            meetDeadlines();
        } catch (IOException | RuntimeException | Error fault) { // each event deals with its own: this is the loop's
            ServerLog.loopFailed(fault);
        }
    }

    private void select() throws IOException {
        if (!ready.isEmpty() || tasks.inRound()) {
            return; // the driver before was relieved in the middle of a turn
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

    private static void tell(SelectionKey key) {
        try {
            ((Selected) key.attachment()).onSelected(key.readyOps());
        } catch (CancelledKeyException ignored) { // another thread has just closed the connection
        }
    }

    /** How long to wait for events, 0 for ever; the stand-in may end the wait earlier, but not its own. */
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
                run(task);
                betweenEvents(0);
            }
        }
    }

    private void betweenEvents(int following) {
        for (int left = following; ; left--) {
            for (Runnable task; (task = nextTasks.poll()) != null; ) {
                run(task);
            }
            runApplicationCode();
            Runnable next = left > 0 ? tasks.pollLatest() : null;
            if (next == null) {
                return;
            }
            run(next);
        }
    }

    private void meetDeadlines() {
        timers.advance(now);
        for (TimerWheel.Entry due; (due = timers.pollDue()) != null; ) {
            due.expire();
            betweenEvents(0);
        }
        shortly.runIfDue(now);
        if (drain != null && drain.look(now)) {
            drain = null;
        }
    }

    /** Runs a task, which deals with its own faults; what it may throw all the same must not end the turn. */
    static void run(Runnable task) {
        try {
            task.run();
        } catch (Throwable fault) {
            ServerLog.unexpected("An event loop's task failed", fault);
        }
    }

    // ---- what others ask of it

    /**
     * Runs a task on the loop, soon. Any thread.
     *
     * @param task what to run
     */
    public void execute(Runnable task) {
        tasks.add(task);
        awaken();
    }

    /** The same for what ends the exchange of a handler. Any thread. */
    void executeAfterExchange(Runnable task) {
        if (Thread.currentThread() != thread || !tasks.handBack(task)) {
            execute(task);
        }
    }

    /** Runs a task on the loop, before its next event. Any thread. */
    void executeNext(Runnable task) {
        nextTasks.add(task);
        awaken();
    }

    /** Makes a loop that waits for events look what there is. Any thread. */
    void awaken() {
        if (asleep.get() && asleep.compareAndSet(true, false)) {
            selector.wakeup();
        }
    }

    /**
     * Runs a task after some time; the loop's ticks make it up to 50 ms late. Any thread.
     *
     * @param task what to run
     * @param nanos the time
     */
    public void executeLater(Runnable task, long nanos) {
        execute(() -> timers.schedule(new LaterTask(task), System.nanoTime() + nanos, now));
    }

    /** Runs a task in about a millisecond. */
    void executeShortly(Runnable task) {
        shortly.add(task, now);
    }

    /** Runs code of the application on the own thread, between events. */
    void runApplication(Runnable code) {
        application.add(code);
    }

    /** How often the own thread has entered code of the application, as of the state that was looked at before. Any thread. */
    int entered() {
        return entered;
    }

    /** An array as a buffer. */
    ByteBuffer view(byte[] array) {
        return view.of(array);
    }

    SelectionKey register(SelectableChannel channel, int ops, Selected attachment) throws IOException {
        return channel.register(selector, ops, attachment);
    }

    /** Selectors for platform threads that wait for a connection of this loop. Any thread. */
    SelectorPool selectors() {
        return selectors;
    }

    /** The server's account of what is kept for clients. */
    BufferedMemory memory() {
        return memory;
    }

    /** Those of all loops of the server. Any thread. */
    OpenConnections openConnections() {
        return openConnections;
    }

    /**
     * How often it has turned, and been relieved. Any thread.
     *
     * @return the counts, which go on
     */
    public LoopCounts counts() {
        return counts;
    }

    TimerWheel timers() {
        return timers;
    }

    /** The time of this turn's events, in nanoTime's terms; for the stand-in as of the last handler. */
    long now() {
        return now;
    }

    // ---- the end

    /**
     * Closes what is idle now, and later each connection as soon as it becomes idle. Any thread.
     *
     * @param whenDrained called on the loop, once, when nothing is in progress any more
     */
    public void drain(Runnable whenDrained) {
        execute(() -> drain = new LoopDrain(this, whenDrained));
    }

    /** Whether the loop ends. Any thread. */
    boolean stopped() {
        return stopped;
    }

    /** Makes the loop end after its present turn. Any thread. */
    public void stop() {
        stopped = true;
        selector.wakeup();
        standIn.wake();
    }

    /** Closes every connection, also those in progress. Any thread. */
    public void closeConnections() {
        connections.open().forEach(connection -> run(connection::close));
    }

    LoopConnections connections() {
        return connections;
    }

    /**
     * All that may hold memory. Any thread.
     *
     * @return a list of its own for each caller
     */
    public List<BufferedMemory.Connection> holders() {
        return connections.holders();
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

    private void runAllTasks() {
        while (tasks.fillRound()) {
            run(tasks.poll());
        }
    }

    /** Closes a loop that was never run. */
    public void discard() {
        stopped = true;
        close();
    }
}
