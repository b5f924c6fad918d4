package dev.ringer.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Deadlines;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class FileThreadsTest {
    private final FileThreads files = new FileThreads(this::later);
    private final CountDownLatch answers = new CountDownLatch(1);
    private final Semaphore hanging = new Semaphore(0);
    private final Semaphore ran = new Semaphore(0);

    private final ScheduledExecutorService loop = Executors.newSingleThreadScheduledExecutor();

    private void later(Runnable task, long nanos) {
        loop.schedule(task, nanos, TimeUnit.NANOSECONDS);
    }

    @AfterEach
    void letDiskAnswer() {
        answers.countDown();
        loop.shutdownNow();
    }

    private void hang() {
        hanging.release();
        try {
            answers.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void await(Semaphore event, int times) throws InterruptedException {
        assertThat(event.tryAcquire(times, Deadlines.PATIENCE.toNanos(), TimeUnit.NANOSECONDS))
                .isTrue();
    }

    @Test
    void tasksRunInOrder() throws Exception {
        List<Integer> order = Collections.synchronizedList(new ArrayList<>());
        List<Integer> expected = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            int number = i;
            expected.add(i);
            files.execute(() -> {
                order.add(number);
                ran.release();
            });
        }
        await(ran, 1000);

        assertThat(order).isEqualTo(expected);
    }

    @Test
    void taskThatQueuesItselfAgainLetsOthersRun() throws Exception {
        Runnable fast = new Runnable() {
            @Override
            public void run() {
                if (answers.getCount() > 0) {
                    files.execute(this);
                }
            }
        };
        files.execute(fast);
        files.execute(ran::release);

        await(ran, 1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void hangingTasksDelayNoOthers(int count) throws Exception {
        for (int i = 0; i < count; i++) {
            files.execute(this::hang);
        }
        files.execute(ran::release);
        await(ran, 1);
        await(hanging, count);

        files.execute(ran::release);
        new FileThreads(this::later).execute(ran::release);
        await(ran, 2);
    }

    @Test
    void failedTaskDoesNotEndTheOthers() throws Exception {
        files.execute(() -> {
            throw new IllegalStateException("on purpose");
        });
        files.execute(ran::release);

        await(ran, 1);
    }
}
