package dev.ringer.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.observe.ServerCounts;
import dev.ringer.internal.protocol.ApplicationTask;
import dev.ringer.internal.protocol.ClientLimit;
import dev.ringer.internal.protocol.HandlerPace;
import dev.ringer.internal.threads.SharedPool;
import dev.ringer.testkit.Deadlines;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests which threads drive an event loop without connections, above all when something goes wrong with a stint. */
@Timeout(60)
class LoopThreadsTest {
    private static final String NAME = "a loop that changes its driver";

    private final ThreadGroup group = new ThreadGroup("of a loop");
    private final CountDownLatch release = new CountDownLatch(1);
    private EventLoop loop;
    private ThreadPoolExecutor pool;

    /** What a pool does with tasks for which it has no thread. */
    enum Rejection {
        FAIL(new ThreadPoolExecutor.AbortPolicy(), false),
        CALL(new ThreadPoolExecutor.CallerRunsPolicy(), true),
        DROP(new ThreadPoolExecutor.DiscardPolicy(), false),
        THROW_AN_ERROR(
                (task, pool) -> {
                    throw new OutOfMemoryError("on purpose");
                },
                false),
        LEAVE_TO_ANOTHER_THREAD((task, pool) -> new Thread(task).start(), true);

        private final RejectedExecutionHandler handler;
        private final boolean runs;

        Rejection(RejectedExecutionHandler handler, boolean runs) {
            this.handler = handler;
            this.runs = runs;
        }
    }

    @AfterEach
    void stop() throws InterruptedException {
        release.countDown();
        if (loop != null) {
            loop.stop();
            loop.thread().join();
        }
        if (pool != null) {
            pool.shutdownNow();
        }
    }

    /** Starts a loop whose threads belong to the group of this test. */
    private void start(ThreadPoolExecutor by) throws InterruptedException {
        pool = by;
        AtomicReference<EventLoop> made = new AtomicReference<>();
        Thread creator = new Thread(group, () -> {
            try {
                made.set(new EventLoop(
                        NAME,
                        new OpenConnections(0, false, new ClientLimit(0, null), new ServerCounts()),
                        new BufferedMemory(0),
                        by == null ? null : SharedPool.of(by)));
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        creator.start();
        creator.join();
        loop = made.get();
        loop.start();
    }

    private static ThreadPoolExecutor pool(int threads, ThreadFactory factory) {
        return new ThreadPoolExecutor(threads, threads, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>(), factory);
    }

    private Thread standIn() {
        Thread[] threads = new Thread[8];
        int count = group.enumerate(threads);
        return Arrays.stream(threads, 0, count)
                .filter(thread -> thread.getName().equals(NAME + "-stand-in"))
                .findFirst()
                .orElse(null);
    }

    /** A task of the application that is brief, until it has run. */
    private static ApplicationTask task(Runnable code) {
        return task(new HandlerPace(), code);
    }

    private static ApplicationTask task(HandlerPace pace, Runnable code) {
        return new ApplicationTask() {
            @Override
            public HandlerPace pace() {
                return pace;
            }

            @Override
            public void run() {
                code.run();
            }
        };
    }

    /** Makes the loop give a task to an executor, as for a request. Returns what that has thrown. */
    private Throwable give(Executor executor, ApplicationTask task) {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        CountDownLatch given = new CountDownLatch(1);
        loop.execute(() -> loop.runApplication(() -> {
            try {
                loop.runOn(executor, task);
            } catch (Throwable failure) {
                thrown.set(failure);
            } finally {
                given.countDown();
            }
        }));
        Deadlines.await(given);
        return thrown.get();
    }

    /** Waits until the loop runs a task. */
    private void awaitTurn() {
        CountDownLatch turned = new CountDownLatch(1);
        loop.execute(turned::countDown);
        Deadlines.await(turned);
    }

    /** Runs a task in a stint, in the thread that drives the loop. */
    private void runInStint(HandlerPace pace, Runnable code) {
        AtomicBoolean ran = new AtomicBoolean();
        Deadlines.await("a stint", () -> {
            CountDownLatch done = new CountDownLatch(1);
            give(pool, task(pace, () -> {
                try {
                    if (loop.inStint()) {
                        ran.set(true);
                        code.run();
                    }
                } finally {
                    done.countDown();
                }
            }));
            Deadlines.await(done);
            return ran.get();
        });
    }

    @Test
    void allThreadsThatALoopNeedsAreThereFromTheBeginning() throws InterruptedException {
        start(null);

        assertThat(standIn()).isNotNull();
    }

    @Test
    void allThreadsEndWithTheLoop() throws InterruptedException {
        start(null);
        Thread standIn = standIn();

        loop.stop();

        loop.thread().join(Deadlines.PATIENCE.toMillis());
        standIn.join(Deadlines.PATIENCE.toMillis());
        assertThat(loop.thread().isAlive()).isFalse();
        assertThat(standIn.isAlive()).isFalse();
    }

    /** The stand-in must go on until the loop has ended, because the last turn may begin a stint. */
    @Test
    void aStintOfTheLastTurnDoesNotKeepTheLoopFromEnding() throws InterruptedException {
        start(pool(2, Thread::new));
        Thread standIn = standIn();
        CountDownLatch entered = new CountDownLatch(1);

        loop.execute(() -> {
            loop.stop();
            join(standIn, Deadlines.QUIET.toMillis()); // it has time to end too early
            loop.runApplication(() -> loop.runOn(pool, task(() -> {
                entered.countDown();
                Deadlines.await(release);
            })));
        });

        Deadlines.await(entered);
        loop.thread().join(Deadlines.PATIENCE.toMillis());
        assertThat(loop.thread().isAlive()).isFalse();
    }

    private static void join(Thread thread, long millis) {
        try {
            thread.join(millis);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** A thread that now and then can be sought in a map, but not become a key of it, as if there were no memory. */
    private static final class ShortOfMemory extends Thread {
        static final AtomicInteger USES = new AtomicInteger(); // of its hash code, until one fails

        ShortOfMemory(Runnable task) {
            super(task);
        }

        @Override
        public int hashCode() {
            if (USES.getAndUpdate(left -> Math.max(0, left - 1)) == 1) {
                throw new OutOfMemoryError("on purpose");
            }
            return super.hashCode();
        }
    }

    @Test
    void aStintThatFailsAtItsBeginningRunsItsTaskAndGivesTheLoopBack() throws InterruptedException {
        start(pool(2, ShortOfMemory::new));
        CountDownLatch ran = new CountDownLatch(1);
        Deadlines.await("a stint that fails", () -> {
            CountDownLatch done = new CountDownLatch(1);
            ShortOfMemory.USES.set(2);
            give(pool, task(done::countDown));
            Deadlines.await(done);
            awaitTurn();
            return ShortOfMemory.USES.get() == 0;
        });

        give(pool, task(ran::countDown));

        Deadlines.await(ran);
        awaitTurn();
    }

    @ParameterizedTest
    @EnumSource
    void aPoolThatRejectsTheTaskOfAStintLosesOnlyThatTask(Rejection rejection) throws InterruptedException {
        start(new ThreadPoolExecutor(0, 1, 1, TimeUnit.MINUTES, new SynchronousQueue<>(), rejection.handler));
        pool.execute(() -> Deadlines.await(release));
        CountDownLatch ran = new CountDownLatch(1);

        Throwable thrown = give(pool, task(ran::countDown));

        awaitTurn();
        if (rejection.runs) {
            Deadlines.await(ran);
        } else {
            assertThat(ran.getCount()).isOne();
        }
        switch (rejection) {
            case FAIL -> assertThat(thrown).isInstanceOf(RejectedExecutionException.class);
            case THROW_AN_ERROR -> assertThat(thrown).isInstanceOf(OutOfMemoryError.class);
            case CALL, DROP, LEAVE_TO_ANOTHER_THREAD -> assertThat(thrown).isNull();
        }
        release.countDown();
        CountDownLatch next = new CountDownLatch(1);
        Deadlines.await("the pool has a free thread", () -> pool.getActiveCount() == 0);
        Deadlines.await("the next task", () -> {
            give(pool, task(next::countDown)); // the pool may reject it as long as its thread is not quite free
            awaitTurn();
            return next.getCount() == 0;
        });
    }

    @Test
    void aTaskThatBeginsLateIsNoStint() throws InterruptedException {
        start(pool(1, Thread::new));
        CountDownLatch busy = new CountDownLatch(1);
        pool.execute(() -> {
            busy.countDown();
            Deadlines.await(release);
        });
        Deadlines.await(busy);
        AtomicBoolean stint = new AtomicBoolean();
        CountDownLatch ran = new CountDownLatch(1);
        give(pool, task(() -> {
            stint.set(loop.inStint());
            ran.countDown();
        }));
        awaitTurn(); // the loop thread no longer waits for the stint

        release.countDown();

        Deadlines.await(ran);
        assertThat(stint).isFalse();
        awaitTurn();
    }

    @Test
    void aTaskThatBeginsAfterTheEndOfTheLoopRuns() throws InterruptedException {
        start(pool(1, Thread::new));
        CountDownLatch busy = new CountDownLatch(1);
        pool.execute(() -> {
            busy.countDown();
            Deadlines.await(release);
        });
        Deadlines.await(busy);
        CountDownLatch ran = new CountDownLatch(1);
        give(pool, task(ran::countDown));
        loop.stop();
        loop.thread().join();

        release.countDown();

        Deadlines.await(ran);
    }

    @Test
    void aRunThatWaitsForItsClientSpendsAllCredit() throws InterruptedException {
        start(pool(2, Thread::new));
        AtomicBoolean spent = new AtomicBoolean();
        HandlerPace pace = new HandlerPace();

        Deadlines.await("no credit after a wait", () -> {
            for (int i = 0; i < 100; i++) {
                pace.note(0);
            }
            runInStint(pace, () -> {
                EventLoop.aboutToBlock();
                spent.set(!pace.isBrief()); // true for a millisecond, so this may be too late
            });
            return spent.get();
        });
    }

    @Test
    void anInterruptOfAStintIsOverWithTheRunThatItMeant() throws InterruptedException {
        start(pool(1, Thread::new));
        AtomicBoolean interrupted = new AtomicBoolean();
        HandlerPace pace = new HandlerPace();

        runInStint(pace, () -> Thread.currentThread().interrupt());
        awaitTurn();
        CountDownLatch ran = new CountDownLatch(1);
        give(pool, task(() -> {
            interrupted.set(Thread.currentThread().isInterrupted());
            ran.countDown();
        }));

        Deadlines.await(ran);
        assertThat(interrupted).isFalse();
    }

    @Test
    void theLoopThreadDrivesAgainWhenThePoolIsShutDown() throws InterruptedException {
        start(pool(2, Thread::new));
        runInStint(new HandlerPace(), pool::shutdownNow);

        assertThat(pool.awaitTermination(Deadlines.PATIENCE.toMillis(), TimeUnit.MILLISECONDS))
                .isTrue();
        awaitTurn();
        assertThat(loop.inStint()).isFalse();
    }

    @Test
    void anErrorOfTheRunLeavesTheStintAndTheLoopUnharmed() throws InterruptedException {
        start(pool(2, Thread::new));

        runInStint(new HandlerPace(), () -> {
            throw new StackOverflowError("on purpose");
        });

        awaitTurn();
        runInStint(new HandlerPace(), () -> {});
    }

    @Test
    void stoppedLoopRunsTheApplicationCodeThatIsLeft() throws Exception {
        start(null);
        CountDownLatch ran = new CountDownLatch(1);

        loop.execute(() -> loop.executeShortly(
                () -> { // the last thing that a turn does
                    loop.runApplication(ran::countDown);
                    loop.stop();
                }));

        Deadlines.await(ran);
    }

    @Test
    void standInDoesNotSleepWhenAStintBeginsJustBeforeItsSleep() {
        LoopState state = new LoopState();
        StandIn standIn = new StandIn(null, state, new LoopTasks(), NAME);
        assertThat(state.beginStint(state.enter())).isTrue();

        long shortest = Long.MAX_VALUE; // of several, because this thread may lose its processor
        for (int i = 0; i < 10; i++) {
            long begin = System.nanoTime();
            standIn.park(false);
            shortest = Math.min(shortest, System.nanoTime() - begin);
        }

        assertThat(shortest).isLessThan(TimeUnit.MILLISECONDS.toNanos(4));
    }
}
