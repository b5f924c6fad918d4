package dev.ringer.proxy;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/** Clients that send requests until {@link #end}, and record which requests were answered in full. */
final class EndlessLoad {
    private static final int DEADLINE_SECONDS = 60;

    private final NumberedClient client;
    private final AtomicInteger next = new AtomicInteger();
    private final Set<Integer> answered = ConcurrentHashMap.newKeySet();
    private final Map<Integer, Throwable> failures = new ConcurrentHashMap<>();
    private final Semaphore answers = new Semaphore(0);
    private final CountDownLatch running;
    private volatile boolean ended;

    EndlessLoad(NumberedClient client, ExecutorService threads, int clients) {
        this.client = client;
        running = new CountDownLatch(clients);
        for (var i = 0; i < clients; i++) {
            threads.execute(this::askUntilEnded);
        }
    }

    void awaitAnswers(int count) throws InterruptedException {
        assertThat(answers.tryAcquire(count, DEADLINE_SECONDS, SECONDS)).isTrue();
    }

    void end() throws InterruptedException {
        ended = true;
        assertThat(running.await(DEADLINE_SECONDS, SECONDS)).isTrue();
    }

    /** Fails if one of these requests was not answered in full, and reports why. */
    void requireAnswered(Set<Integer> begun, String circumstances) {
        var unanswered = new TreeMap<Integer, Throwable>();
        for (var number : begun) {
            if (!answered.contains(number)) {
                unanswered.put(number, failures.get(number));
            }
        }
        assertThat(unanswered).as(circumstances).isEmpty();
    }

    private void askUntilEnded() {
        try {
            while (!ended) {
                ask(next.getAndIncrement());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            running.countDown();
        }
    }

    private void ask(int number) throws InterruptedException {
        try {
            client.exchangeInFull(number);
            answered.add(number);
            answers.release();
        } catch (IOException | AssertionError notAnswered) {
            // expected once the server has stopped: the proxy answers 502
            failures.put(number, notAnswered);
        }
    }
}
