package dev.ringer.internal.transport;

import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.observe.EventRecorder;
import dev.ringer.internal.observe.ServerLog;
import dev.ringer.internal.observe.Traffic;
import dev.ringer.internal.protocol.ApplicationTask;
import dev.ringer.internal.protocol.FileThreads;
import dev.ringer.internal.protocol.HandlerPace;
import dev.ringer.internal.threads.SharedPool;
import dev.ringer.internal.threads.VirtualThreads;
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
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.ObjLongConsumer;

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
 * <p>If the application has set a thread pool, the loop itself may move to a task on this pool: a stint. Otherwise, each
 * request would wake a thread of the pool. The task is the driver, and runs handlers one after another, as the loop
 * thread does without an executor. The stint ends when nothing has happened for {@link #LINGER_TURNS} milliseconds, when
 * the pool has other tasks, or when a handler takes longer than a millisecond. Then the loop thread drives again, and
 * gives each request to the pool until the next stint.
 *
 * <p>Any thread may call {@link #execute}, {@link #stop} and the methods whose comments say so. Only the driver calls
 * the others.
 */
public final class EventLoop implements Runnable, Consumer<SelectionKey> {
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

    /**
     * After this many turns of a millisecond in which nothing happens, a stint ends. To wake a thread of the pool for the
     * next request costs more than to wait for it ({@code NioFloor} in {@code benchmarks/servers}).
     */
    private static final int LINGER_TURNS = 3;

    /** How long the loop thread waits for the task of a stint to begin, in nanoseconds. */
    private static final long STINT_BEGIN_NANOS = 1_000_000;

    /**
     * If more requests wait behind one another than this, a stint gives them to other threads, so that all cores work.
     * On two cores, the client or the kernel needs the other core.
     */
    private static final int MAX_BEHIND = 16;

    /** A stint that runs less application code than this was not worth its two changes of the driver. */
    private static final int WORTHWHILE = 8;

    /** The longest time in nanoseconds without a stint after stints that were not worthwhile. */
    private static final long MAX_STINT_PAUSE_NANOS = 64_000_000;

    /** The largest array, in bytes, that {@link #view} retains. Larger arrays belong to the application. */
    private static final int MAX_VIEWED = 64 * 1024;

    /** The threads that run handlers of loops: the loop threads, and threads of executors during a stint. */
    private static final Map<Thread, EventLoop> LOOPS = new ConcurrentHashMap<>();

    private final Selector selector;
    // no method reference: the first answer must not wait until the JVM has made a class for it
    private final FileThreads files = new FileThreads(new ObjLongConsumer<>() {
        @Override
        public void accept(Runnable task, long nanos) {
            executeLater(task, nanos);
        }
    });
    private final LoopConnections connections;
    private final OpenConnections openConnections;
    private final Traffic traffic;
    private final BufferedMemory memory;
    private final TimerWheel timers = new TimerWheel(LimitClock.nanos());
    private final LoopState state = new LoopState();
    private final Thread thread;
    private final StandIn standIn;
    private final SharedPool pool; // tasks of this pool may drive the loop; null if there is none
    private final int maxBehind = Runtime.getRuntime().availableProcessors() > 2 ? MAX_BEHIND : Integer.MAX_VALUE;

    // only the driver, the thread that runs the loop at the moment, uses these fields
    private final ArrayDeque<SelectionKey> ready = new ArrayDeque<>(); // keys whose events have not been handled yet
    private final ArrayDeque<Runnable> application = new ArrayDeque<>();
    private LoopDrain drain; // closes the idle connections; null unless the server is draining
    private ByteBuffer viewed; // the buffer that view() returns again
    private long turnBegan = System.nanoTime();
    private long now = LimitClock.at(turnBegan); // the same time by the clock of the time limits
    private boolean late; // whether the last turn has met no deadlines, because it began late
    // The stint whose task drives; null if another thread drives. Other threads read it to end a stint, which has no
    // effect if that stint is over.
    private Stint stint;
    private Stint offered; // the stint that the loop thread has offered; null when that is over
    private long stintPause; // time without a stint after the last one, in nanoseconds; 0 if that one was worthwhile
    private long nextStint = System.nanoTime(); // no stint begins before this time
    private long enteredAt; // when the last application code of a stint was entered, if there was any

    // several threads use these fields
    private volatile Thread
            stintThread; // the thread of the last stint; null from the offer of a stint to its beginning
    private final LoopTasks tasks = new LoopTasks();
    private final AtomicBoolean asleep = new AtomicBoolean();
    private final AtomicLong turns = new AtomicLong();
    private final AtomicLong reliefs = new AtomicLong();
    private volatile boolean stopped;
    private volatile boolean ended;

    /**
     * Creates a loop and its threads, without starting them. They inherit class loader and thread group from the calling
     * thread, and the loop thread inherits its daemon status.
     *
     * @param pool the pool whose tasks may drive the loop; null if there is none
     */
    public EventLoop(String name, OpenConnections openConnections, BufferedMemory memory, SharedPool pool)
            throws IOException {
        this.pool = pool;
        this.openConnections = openConnections;
        this.traffic = openConnections.traffic();
        this.memory = memory;
        selector = Selector.open();
        connections = new LoopConnections(selector);
        standIn = new StandIn(this, state, tasks, name + "-stand-in");
        thread = new Traffic.CountingThread(traffic, this, name);
    }

    /**
     * The task of a stint. It carries the application's task for which the loop thread has made it. So if the loop thread
     * no longer waits when this task begins, it is like any other task.
     */
    private final class Stint implements Runnable {
        private ApplicationTask first; // null when it has begun, so that a long stint does not retain it
        private long entry; // the last entry of application code: before the stint begins, that of the loop thread
        private int entries;
        private int quietTurns;
        private volatile HandlerPace pace; // of the task that runs, or has run last; null if it is not the stint's
        private volatile boolean declined;

        Stint(ApplicationTask first, long entry) {
            this.first = first;
            this.entry = entry;
        }

        @Override
        public void run() {
            Thread current = Thread.currentThread();
            // an executor may run a task in the calling thread, or while a handler waits for other tasks of its pool; a
            // pool may have virtual threads
            boolean able = !LOOPS.containsKey(current) && !VirtualThreads.isVirtual(current);
            if (able && state.beginStint(entry)) {
                drive(this, current);
            } else {
                declined = true;
                LockSupport.unpark(thread);
            }
            if (first != null) { // there was no stint, or it has failed before it ran the task
                takeFirst().run();
            }
        }

        private ApplicationTask takeFirst() {
            ApplicationTask taken = first;
            first = null;
            return taken;
        }

        void onEntry(long newEntry) {
            entry = newEntry;
            entries++;
            quietTurns = 0;
        }

        /** Whether the stint must end, even if there is work left. */
        boolean mustEnd() {
            return stopped || quietTurns >= LINGER_TURNS || pool.isWanted();
        }

        /** Runs the application's task, and notes how long that took. */
        void run(ApplicationTask task) {
            long begun = enteredAt;
            HandlerPace ofTask = task.pace();
            pace = ofTask;
            task.run();
            ofTask.note(System.nanoTime() - begun);
        }
    }

    /** Returns the loop thread, which never changes. It runs the loop, except while another thread is the driver. */
    public Thread thread() {
        return thread;
    }

    /** Starts the threads of the loop. If one of them cannot be created, the caller must stop the loop. */
    public void start() {
        standIn.start();
        LOOPS.put(thread, this);
        try {
            thread.start();
        } catch (Throwable noThread) {
            LOOPS.remove(thread);
            throw noThread;
        }
    }

    /** Announces that the calling thread may block. If it runs a handler of a loop, another thread takes over the loop. */
    public static void aboutToBlock() {
        Thread current = Thread.currentThread();
        EventLoop loop = LOOPS.get(current);
        if (loop != null) {
            loop.aboutToBlock(current);
        }
    }

    private void aboutToBlock(Thread current) {
        Stint own = stint;
        if (current == thread) {
            if (state.offer()) {
                standIn.wake();
            }
        } else if (own != null && stintThread == current) {
            endStint(own.entry, true);
        }
    }

    /** Whether the calling thread runs this loop now. Any thread may call this. */
    boolean isCurrent() {
        Thread current = Thread.currentThread();
        if (current == thread) {
            return state.driving();
        }
        return state.relieved() ? current == standIn : state.drivenInStint() && current == stintThread;
    }

    @Override
    public void run() {
        try {
            while (!stopped) {
                turn();
            }
        } finally {
            try {
                close();
            } finally {
                LOOPS.remove(thread);
            }
        }
    }

    /**
     * Runs the loop until the loop thread asks to have it back. Called by the stand-in.
     *
     * @param offered whether application code on the loop thread is about to wait
     */
    void driveAsStandIn(boolean offered) {
        EventRecorder recorder = EventRecorder.current();
        Runnable end = recorder == null ? null : recorder.beginRelief(thread, offered);
        reliefs.lazySet(reliefs.getPlain() + 1);
        while (!state.reclaimed()) {
            turn();
        }
        state.giveBack();
        LockSupport.unpark(thread);
        if (end != null) {
            end.run();
        }
    }

    /** Drives the loop in a stint. */
    private void drive(Stint own, Thread current) {
        stintThread = current;
        stint = own;
        try {
            LOOPS.put(current, this);
            boolean goesOn = enter(() -> own.run(own.takeFirst()));
            while (goesOn && !own.mustEnd()) {
                goesOn = turn();
            }
        } catch (Throwable fault) { // such as no memory to begin with
            ServerLog.loopFailed(fault);
        } finally {
            LOOPS.remove(current);
            if (state.drivenIn(own.entry)) { // otherwise the loop thread drives already
                stint = null;
                state.endStint();
                LockSupport.unpark(thread);
            }
        }
    }

    /** Returns the time of {@link System#nanoTime()} at which the last application code of a stint was entered. */
    long enteredAt() {
        return enteredAt;
    }

    /** Whether the thread of the stint waits for something, as far as the JVM knows. Called by the stand-in. */
    boolean stintWaits() {
        Thread driver = stintThread;
        return driver != null && driver.getState() != Thread.State.RUNNABLE;
    }

    /**
     * Makes the loop thread the driver, if application code of a stint is still in this entry.
     *
     * @param waits whether this code waits
     */
    void endStint(long entry, boolean waits) {
        Stint held = stint; // read first, because the loop thread may begin another stint soon
        if (state.endStint(entry)) {
            LockSupport.unpark(thread);
            HandlerPace pace = held == null ? null : held.pace;
            if (pace != null) {
                pace.onHeldUp(waits);
            }
        }
    }

    /**
     * Gives a task of the application to an executor. In a stint, runs it now if it is likely to be brief. May begin a
     * stint. Called by code of {@link #runApplication}.
     */
    void runOn(Executor executor, ApplicationTask task) {
        if (pool == null || stopped) {
            executor.execute(task);
        } else if (Thread.currentThread() != thread) {
            runInStint(executor, task);
        } else if (task.pace().isBrief() && System.nanoTime() - nextStint >= 0 && !pool.isWanted()) {
            offerStint(executor, task);
        } else {
            executor.execute(task);
        }
    }

    private void runInStint(Executor executor, ApplicationTask task) {
        Stint own = stint;
        if (own == null || stintThread != Thread.currentThread()) {
            task.run(); // the stint has just ended, so this thread has become one that runs a single task
        } else if (task.pace().isBrief() && ready.size() + application.size() <= maxBehind || !pool.hasSpareThreads()) {
            own.run(task); // a pool without spare threads would reject or queue what this thread can run
        } else {
            own.pace = null;
            executor.execute(task);
        }
    }

    /** Gives the executor a task that may drive the loop, and waits a moment for its beginning. */
    private void offerStint(Executor executor, ApplicationTask task) {
        long entry = state.now();
        Stint made = new Stint(task, entry);
        offered = made;
        stintThread = null;
        executor.execute(made);
        long end = System.nanoTime() + STINT_BEGIN_NANOS;
        for (long left; state.handling() && !made.declined && (left = end - System.nanoTime()) > 0; ) {
            LockSupport.parkNanos(this, left);
        }
    }

    /** Notes on the loop thread what has come of the stint that it has offered. */
    private void noteStint() {
        boolean worthwhile = offered.entries >= WORTHWHILE;
        stintPause = worthwhile ? 0 : Math.min(Math.max(1_000_000, 2 * stintPause), MAX_STINT_PAUSE_NANOS);
        nextStint = System.nanoTime() + stintPause;
        offered = null;
        stint = null;
    }

    /** Runs the application code that waits. Returns false if the calling thread drives no longer, or must not go on. */
    private boolean runApplicationCode() {
        while (!application.isEmpty() && state.mayEnter()) {
            if (stint != null && stint.mustEnd() || !enter(application.poll())) {
                return false;
            }
        }
        return true;
    }

    private boolean enter(Runnable code) {
        Stint own = stint;
        if (own != null) {
            enteredAt = System.nanoTime();
        }
        long entry = state.enter();
        if (own != null) {
            own.onEntry(entry);
        }
        try {
            standIn.attend();
            code.run();
        } catch (Throwable fault) {
            // this is a bug of the server, because the code itself handles all exceptions of the application
            ServerLog.loopFailed(fault);
        }
        return leave(entry);
    }

    /** Ends an entry. Returns false if the calling thread does not drive any more, because its stint is over. */
    private boolean leave(long entry) {
        // clear an interrupt that a handler has left: otherwise each selection would return immediately
        Thread.interrupted();
        boolean drives = state.leave(entry);
        if (LoopState.handlesInStint(entry)) {
            return drives;
        }
        if (state.reclaim(entry)) {
            selector.wakeup();
        }
        while (!state.driving()) {
            LockSupport.park(this);
            Thread.interrupted();
        }
        if (offered != null) {
            noteStint();
        }
        return true;
    }

    /** Returns false if the calling thread drives no longer, or must not go on, because its stint is over. */
    private boolean turn() {
        Thread.interrupted(); // clear the interrupt: otherwise the selection would return immediately
        turns.lazySet(turns.getPlain() + 1); // only one thread at a time runs the loop, so this loses no turn
        try {
            boolean begunLate = selectedLate();
            EventRecorder.check();
            // If an exception ended the last turn, or another thread took over in the middle of that turn, tasks are
            // left.
            if (!betweenEvents()) {
                return false;
            }
            for (SelectionKey key; (key = ready.poll()) != null; ) {
                notifySelected(key);
                if (!betweenEvents()) {
                    return false;
                }
            }
            if (!runTasks()) {
                return false;
            }
            late = begunLate && !late;
            return late || meetDeadlines();
        } catch (IOException | RuntimeException | Error fault) {
            // This is an exception of the loop itself, because events handle their own exceptions.
            ServerLog.loopFailed(fault);
            return true;
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
            if (late || !tasks.isEmpty() || state.mayEnter() && (stopped || !application.isEmpty())) {
                asleep.set(false);
                selector.selectNow(this);
                return 0;
            }
            long millis = millisToSleep();
            if (stint != null) {
                return selectInStint(stint);
            }
            selector.select(this, millis);
            return millis == 0 ? TimeLimit.MAX_NANOS : TimeUnit.MILLISECONDS.toNanos(millis);
        } finally {
            asleep.set(false);
        }
    }

    /** Waits for events for at most a millisecond, so that the pool soon gets its thread back if nothing happens. */
    private long selectInStint(Stint own) throws IOException {
        boolean lingers = pool.hasSpareThreads();
        int count = lingers ? selector.select(this, 1) : selector.selectNow(this);
        if (count == 0 && tasks.isEmpty()) {
            own.quietTurns += lingers ? 1 : LINGER_TURNS;
        }
        return lingers ? TimeUnit.MILLISECONDS.toNanos(1) : 0;
    }

    /** Collects a key for which the selector reports events. */
    @Override
    public void accept(SelectionKey key) {
        ready.add(key);
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
        if (!state.mayEnter() || !standIn.keepsTime()) {
            nanos = Math.min(nanos, tasks.nanosToShortly(turnBegan));
        }
        if (drain != null) {
            nanos = Math.min(nanos, drain.nanosToNext(turnBegan));
        }
        return nanos == TimerWheel.NONE ? 0 : Math.max(1, nanos / 1_000_000);
    }

    private boolean runTasks() {
        long end = turnBegan + TASK_NANOS_PER_TURN;
        for (int i = 0; i < TASK_ROUNDS_PER_TURN && (i == 0 || System.nanoTime() - end < 0) && tasks.fillRound(); i++) {
            for (Runnable task; (task = tasks.poll()) != null; ) {
                LoopTasks.run(task);
                if (!betweenEvents()) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean betweenEvents() {
        tasks.runNext();
        return runApplicationCode();
    }

    private boolean meetDeadlines() {
        timers.advance(now);
        for (TimerWheel.Entry due; (due = timers.pollDue()) != null; ) {
            due.expire();
            if (!betweenEvents()) {
                return false;
            }
        }
        tasks.runShortlyIfDue(turnBegan);
        if (drain != null && drain.closeIdle(turnBegan)) {
            drain = null;
        }
        return true;
    }

    /** Runs a task soon on the loop. Any thread may call this. */
    public void execute(Runnable task) {
        tasks.add(task);
        awaken();
    }

    /** Runs a task on the loop, before the next event of the loop. Any thread may call this. */
    void executeNext(Runnable task) {
        tasks.addNext(task);
        awaken();
    }

    /** Wakes the loop if it waits for events, so that it checks its queues. */
    void awaken() {
        if (asleep.get() && asleep.compareAndSet(true, false)) {
            selector.wakeup();
        }
    }

    /** Runs a task on the loop after a delay in nanoseconds, or up to 50 ms later. Any thread may call this. */
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
        tasks.addShortly(task, turnBegan);
    }

    /** Whether a task on the executor drives the loop, and runs handlers one after another. Any thread may call this. */
    boolean inStint() {
        return state.inStint();
    }

    /** Runs application code on the driver's thread, between two events. */
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

    /** Returns the counts of the server's traffic. Any thread may call this. */
    Traffic traffic() {
        return traffic;
    }

    /** Returns how often the loop has waited for events and handled them. Any thread may call this. */
    public long turns() {
        return turns.get();
    }

    /**
     * Returns how often the stand-in has run the loop because application code blocked the loop thread, if only to wait
     * for a client. Any thread may call this.
     */
    public long reliefs() {
        return reliefs.get();
    }

    TimerWheel timers() {
        return timers;
    }

    /** Returns the time of {@link LimitClock} at which the current turn began. */
    long now() {
        return now;
    }

    /**
     * Returns the time of {@link System#nanoTime()} at which the current turn began. The stand-in may see an older time:
     * that of the last turn in which application code began to run.
     */
    long turnBegan() {
        return turnBegan;
    }

    /** Closes each connection when it is idle. When none is left, calls {@code whenDrained}. Thread-safe. */
    public void drain(Runnable whenDrained) {
        execute(() -> drain = new LoopDrain(connections, whenDrained));
    }

    /** Whether the loop is ending, or has ended. */
    boolean stopped() {
        return stopped;
    }

    /** Whether the loop has ended, so that no more application code runs on it. */
    boolean ended() {
        return ended;
    }

    /** Makes the loop end after the current turn. Any thread may call this. */
    public void stop() {
        stopped = true;
        selector.wakeup();
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
        try {
            runAllTasks(); // some tasks add new connections to this loop, which must be closed too
            closeConnections();
            runAllTasks();
            selector.close();
        } catch (IOException e) {
            ServerLog.unexpected("Failed to close the selector of an event loop; a file descriptor may leak", e);
        } finally {
            ended = true;
            standIn.wake();
            runAllApplicationCode();
        }
    }

    /** Runs the application code that is left, because somebody may wait for it. Its connections are closed. */
    private void runAllApplicationCode() {
        for (Runnable code; (code = application.poll()) != null; ) {
            LoopTasks.run(code);
            runAllTasks();
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
