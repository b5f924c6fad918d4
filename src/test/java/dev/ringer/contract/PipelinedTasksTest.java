package dev.ringer.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Http1Only;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.NotInHttp2;
import dev.ringer.testkit.OnlyInTheClear;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.TestServer;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests pipelined requests with executors that run their tasks in different ways. */
@OnlyInTheClear("it makes its servers itself, in the clear")
@Http1Only(NotInHttp2.ONE_AFTER_THE_OTHER)
class PipelinedTasksTest {
    private static final String REQUEST = "GET / HTTP/1.1\r\nHost: test\r\n\r\n";

    private HttpServer server;
    private ExecutorService pool;

    @BeforeEach
    void create() throws IOException {
        server = TestServer.createServer(Provider.RINGER, Mode.NO_EXECUTOR, TestServer.anyPort(), Map.of());
        server.createContext("/", exchange -> exchange.sendResponseHeaders(204, -1));
    }

    @AfterEach
    void stop() {
        server.stop(0);
        if (pool != null) {
            pool.shutdownNow();
        }
    }

    @Test
    void makesATaskOfEachRequest() throws IOException {
        AtomicInteger tasks = new AtomicInteger();
        pool = Executors.newFixedThreadPool(2);
        server.setExecutor(task -> {
            tasks.incrementAndGet();
            pool.execute(task);
        });
        server.start();

        assertThat(answers(500)).isEqualTo(500);
        assertThat(tasks).hasValue(500);
    }

    @Test
    void doesNotPileUpWhereTheCallerRunsTasks() throws IOException {
        pool = new ThreadPoolExecutor(
                1, 1, 0, TimeUnit.SECONDS, new SynchronousQueue<>(), new ThreadPoolExecutor.CallerRunsPolicy());
        AtomicInteger deepest = new AtomicInteger();
        serve(exchange -> {
            deepest.accumulateAndGet(Thread.currentThread().getStackTrace().length, Math::max);
            exchange.sendResponseHeaders(204, -1);
        });
        server.setExecutor(pool);
        server.start();

        assertThat(answers(5_000)).isEqualTo(5_000);
        assertThat(deepest).hasValueLessThan(150);
    }

    @Test
    void servesTheNextWhileAHandlerGoesOnAfterItsExchange() throws IOException {
        CountDownLatch second = new CountDownLatch(1);
        AtomicInteger requests = new AtomicInteger();
        serve(exchange -> {
            boolean first = requests.incrementAndGet() == 1;
            exchange.sendResponseHeaders(204, -1);
            if (first) {
                Deadlines.await(second);
            } else {
                second.countDown();
            }
        });
        pool = Executors.newFixedThreadPool(2);
        server.setExecutor(pool);
        server.start();

        assertThat(answers(2)).isEqualTo(2);
    }

    @Test
    void doesNotStopWhereTheExecutorBlocksWhenFull() throws IOException {
        pool = new ThreadPoolExecutor(
                1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(1), PipelinedTasksTest::waitForRoom);
        server.setExecutor(pool);
        server.start();

        try (RawClient other = RawClient.connect(server).send(REQUEST.repeat(200))) {
            assertThat(answers(200)).isEqualTo(200);
            for (int i = 0; i < 200; i++) {
                assertThat(other.readResponse().status()).isEqualTo(204);
            }
        }
    }

    private static void waitForRoom(Runnable task, ThreadPoolExecutor executor) {
        try {
            executor.getQueue().put(task);
        } catch (InterruptedException e) {
            throw new RejectedExecutionException(e);
        }
    }

    @Test
    void runsNoHandlerInsideAnother() throws IOException {
        pool = new ThreadPoolExecutor(
                1, 1, 0, TimeUnit.SECONDS, new SynchronousQueue<>(), new ThreadPoolExecutor.CallerRunsPolicy());
        ThreadLocal<Boolean> inHandler = ThreadLocal.withInitial(() -> false);
        serve(exchange -> {
            boolean nested = inHandler.get();
            inHandler.set(true);
            exchange.sendResponseHeaders(nested ? 500 : 204, -1);
            inHandler.set(false);
        });
        server.setExecutor(pool);
        server.start();

        assertThat(answers(500)).isEqualTo(500);
    }

    @Test
    void answersThoughTheNextTaskIsNotBegun() throws IOException {
        Queue<Runnable> kept = new ConcurrentLinkedQueue<>();
        AtomicInteger tasks = new AtomicInteger();
        pool = Executors.newFixedThreadPool(1);
        server.setExecutor(task -> {
            if (tasks.incrementAndGet() % 2 == 0) {
                kept.add(task);
            } else {
                pool.execute(task);
            }
        });
        server.start();

        long[] waits = new long[10];
        try (RawClient client = RawClient.connect(server).send(REQUEST.repeat(20))) {
            for (int i = 0; i < 10; i++) {
                long begin = System.nanoTime();
                assertThat(client.readResponse().status()).isEqualTo(204);
                waits[i] = System.nanoTime() - begin;
                Deadlines.await("the next task has come", () -> !kept.isEmpty());
                pool.execute(kept.remove());
                assertThat(client.readResponse().status()).isEqualTo(204);
            }
        }
        Arrays.sort(waits);
        assertThat(Duration.ofNanos(waits[5])).as("a millisecond, as a rule").isLessThan(Duration.ofMillis(50));
    }

    @Test
    void closesTheConnectionWhenTheExecutorRejects() throws IOException {
        AtomicInteger tasks = new AtomicInteger();
        pool = Executors.newFixedThreadPool(1);
        server.setExecutor(task -> {
            if (tasks.incrementAndGet() == 3) {
                throw new IllegalStateException("enough");
            }
            pool.execute(task);
        });
        server.start();

        try (RawClient client = RawClient.connect(server).send(REQUEST.repeat(5))) {
            assertThat(client.readToEnd().split("204 No Content", -1)).hasSize(3);
        }
    }

    @Test
    void refusesWhatIsAtFaultBehindASoundRequest() throws IOException {
        pool = Executors.newFixedThreadPool(2);
        server.setExecutor(pool);
        server.start();

        try (RawClient client =
                RawClient.connect(server).send(REQUEST.repeat(3) + "GET / HTTP/1.1\r\nBad Name: x\r\n\r\n")) {
            String text = client.readToEnd();

            assertThat(text.split("204 No Content", -1)).hasSize(4);
            assertThat(text).contains("HTTP/1.1 400 Bad Request");
        }
    }

    /** Replaces the handler that answers 204. */
    private void serve(HttpHandler handler) {
        server.removeContext("/");
        server.createContext("/", handler);
    }

    private int answers(int count) throws IOException {
        try (RawClient client = RawClient.connect(server).send(REQUEST.repeat(count))) {
            for (int i = 0; i < count; i++) {
                assertThat(client.readResponse().status()).isEqualTo(204);
            }
            return count;
        }
    }
}
