package dev.ringer.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.ringer.Ringer;
import dev.ringer.testkit.ClientFrames;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Http2Client;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Response;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import dev.ringer.testkit.WebSocketClient;
import dev.ringer.websocket.WebSocketHandler;
import dev.ringer.websocket.WebSocketListener;
import dev.ringer.websocket.WebSocketSession;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URL;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests an event loop that moves to a task on the application's executor, in a stint. A handler finds out by its stack
 * whether it runs in a stint. Each test sees its result before it releases a handler that blocks.
 */
@Timeout(60)
class StintTest {
    private static final String LOOP = "dev.ringer.internal.transport.EventLoop";

    /** Pools whose tasks are all alike. */
    enum Pool {
        FIXED(() -> Executors.newFixedThreadPool(4)),
        CACHED(Executors::newCachedThreadPool),
        TWO(() -> Executors.newFixedThreadPool(2)),
        BOUNDED(() -> pool(2, 4, new ArrayBlockingQueue<>(8))),
        WITHOUT_QUEUE(() -> pool(0, 4, new SynchronousQueue<>())),
        FORK_JOIN(() -> new ForkJoinPool(4));

        private final Supplier<ExecutorService> maker;

        Pool(Supplier<ExecutorService> maker) {
            this.maker = maker;
        }
    }

    /** Executors that get a task for each exchange. */
    enum Own {
        SUBCLASS(() -> new ThreadPoolExecutor(2, 2, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>()) {}),
        SCHEDULED(() -> Executors.newScheduledThreadPool(2)),
        SINGLE(Executors::newSingleThreadExecutor),
        UNCONFIGURABLE(() -> Executors.unconfigurableExecutorService(Executors.newFixedThreadPool(2))),
        ORDERED(() -> pool(2, 2, new PriorityBlockingQueue<>(8, (a, b) -> 0))),
        OWN_QUEUE(() -> pool(2, 2, new LinkedBlockingQueue<>() {})),
        WORK_STEALING_SUBCLASS(() -> new ForkJoinPool(2) {});

        private final Supplier<ExecutorService> maker;

        Own(Supplier<ExecutorService> maker) {
            this.maker = maker;
        }
    }

    /** Ways to block a thread, each until the latch opens. */
    enum Blocking {
        PARK(Deadlines::await),
        SLEEP(latch -> {
            while (latch.getCount() > 0) {
                sleep(1);
            }
        }),
        SPIN(latch -> {
            while (latch.getCount() > 0) {
                Thread.onSpinWait();
            }
        }),
        KERNEL(latch -> {
            try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                    Socket silent = new Socket(server.getInetAddress(), server.getLocalPort())) {
                silent.setSoTimeout(50);
                while (latch.getCount() > 0) {
                    readSilence(silent);
                }
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });

        interface Block {
            void until(CountDownLatch latch);
        }

        private final Block block;

        Blocking(Block block) {
            this.block = block;
        }
    }

    private final CountDownLatch release = new CountDownLatch(1);
    private final AtomicBoolean seen = new AtomicBoolean(); // whether the last exchange of "/" ran in a stint
    private final List<AutoCloseable> open = new ArrayList<>();
    private ExecutorService executor;
    private TestServer server;

    @AfterEach
    void close() throws Exception {
        release.countDown();
        for (AutoCloseable each : open) {
            each.close();
        }
        if (server != null) {
            server.close();
        }
        if (executor != null) {
            executor.shutdownNow();
        }
    }

    private static ThreadPoolExecutor pool(int core, int most, BlockingQueue<Runnable> queue) {
        return new ThreadPoolExecutor(core, most, 10, TimeUnit.SECONDS, queue);
    }

    private static void sleep(long millis) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
    }

    private static void readSilence(Socket socket) throws IOException {
        try {
            socket.getInputStream().read();
        } catch (java.net.SocketTimeoutException ignored) { // nothing arrives, as intended
        }
    }

    private static boolean inStint() {
        boolean driven = StackWalker.getInstance()
                .walk(frames -> frames.anyMatch(frame -> frame.getClassName().equals(LOOP)));
        return driven && !Thread.currentThread().getName().startsWith("HTTP-Dispatcher");
    }

    private static void answer(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(204, -1);
        exchange.close();
    }

    private void serve(ExecutorService by, Map<String, String> properties, Map<String, HttpHandler> handlers)
            throws IOException {
        executor = by;
        server = TestServer.create(Provider.RINGER, Transport.CLEAR, executor, properties);
        server.handle("/", exchange -> {
            seen.set(inStint());
            answer(exchange);
        });
        handlers.forEach(server::handle);
        server.start();
    }

    private RawClient connect() throws IOException {
        RawClient client = server.connect();
        open.add(client);
        return client;
    }

    private static int get(RawClient client, String path) throws IOException {
        return client.get(path).readResponse().status();
    }

    /** Sends requests until one of them was answered in a stint. */
    private void reachStint(RawClient client) {
        Deadlines.await("a request in a stint", () -> {
            try {
                return get(client, "/") == 204 && seen.get();
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
    }

    /** Sends requests to a path until its handler was called in a stint. The last one is not answered yet. */
    private static void callInStint(RawClient client, String path, AtomicInteger calls, AtomicBoolean blocks)
            throws IOException {
        long end = System.nanoTime() + Deadlines.PATIENCE.toNanos();
        while (!blocks.get()) {
            int before = calls.get();
            client.get(path);
            Deadlines.await("a call of the handler", () -> calls.get() > before);
            if (!blocks.get()) {
                client.readResponse();
            }
            assertThat(System.nanoTime() - end).as("time left").isNegative();
        }
    }

    /** A handler that blocks once it is called in a stint, and else answers. */
    private HttpHandler blockingInStint(Blocking how, AtomicInteger calls, AtomicBoolean blocks) {
        return exchange -> {
            boolean stint = inStint() && blocks.compareAndSet(false, true);
            calls.incrementAndGet();
            if (stint) {
                how.block.until(release);
            }
            answer(exchange);
        };
    }

    @ParameterizedTest
    @EnumSource
    void handlersRunInsideTheExecutorsTasks(Pool pool) throws IOException {
        serve(pool.maker.get(), Map.of(), Map.of());

        reachStint(connect());
    }

    @ParameterizedTest
    @EnumSource
    void eachExchangeIsATaskOfOtherExecutors(Own own) throws IOException {
        serve(own.maker.get(), Map.of(), Map.of());
        RawClient client = connect();

        for (int i = 0; i < 50; i++) {
            assertThat(get(client, "/")).isEqualTo(204);
            assertThat(seen).isFalse();
        }
    }

    @Test
    void aWrapperGetsATaskForEachExchange() throws IOException {
        AtomicInteger tasks = new AtomicInteger();
        ExecutorService pool = Executors.newFixedThreadPool(2);
        executor = pool;
        Executor counting = task -> {
            tasks.incrementAndGet();
            pool.execute(task);
        };
        server = TestServer.create(Provider.RINGER, Transport.CLEAR, counting, Map.of());
        server.handle("/", StintTest::answer).start();
        RawClient client = connect();

        for (int i = 0; i < 50; i++) {
            assertThat(get(client, "/")).isEqualTo(204);
        }

        assertThat(tasks).hasValue(50);
    }

    @Test
    void theSettingTurnsItOff() throws IOException {
        ThreadPoolExecutor pool = pool(2, 2, new LinkedBlockingQueue<>());
        serve(pool, Map.of("ringer.loopOnExecutor", "false"), Map.of());
        RawClient client = connect();

        for (int i = 0; i < 50; i++) {
            assertThat(get(client, "/")).isEqualTo(204);
            assertThat(seen).isFalse();
        }

        Deadlines.await("a task for each exchange", () -> pool.getCompletedTaskCount() == 50);
    }

    @Test
    void aStintNeedsFewerTasksThanExchanges() throws IOException {
        ThreadPoolExecutor pool = pool(2, 2, new LinkedBlockingQueue<>());
        serve(pool, Map.of(), Map.of());
        RawClient client = connect();
        AtomicInteger exchanges = new AtomicInteger();

        Deadlines.await("an exchange without a task of its own", () -> {
            reachStint(client);
            return exchanges.incrementAndGet() > pool.getTaskCount();
        });
    }

    @ParameterizedTest
    @EnumSource
    void otherClientsDoNotWaitForABlockedHandler(Blocking how) throws IOException {
        AtomicInteger calls = new AtomicInteger();
        AtomicBoolean blocks = new AtomicBoolean();
        serve(Executors.newFixedThreadPool(3), Map.of(), Map.of("/block", blockingInStint(how, calls, blocks)));
        RawClient blocked = connect();
        callInStint(blocked, "/block", calls, blocks);

        assertThat(get(connect(), "/")).isEqualTo(204);
        reachStint(connect());
        release.countDown();
        assertThat(blocked.readResponse().status()).isEqualTo(204);
        assertThat(get(blocked, "/")).isEqualTo(204);
    }

    @ParameterizedTest
    @EnumSource
    void otherClientsDoNotWaitOnAnyPool(Pool pool) throws IOException {
        AtomicInteger calls = new AtomicInteger();
        AtomicBoolean blocks = new AtomicBoolean();
        serve(pool.maker.get(), Map.of(), Map.of("/block", blockingInStint(Blocking.PARK, calls, blocks)));
        RawClient blocked = connect();
        callInStint(blocked, "/block", calls, blocks);

        assertThat(get(connect(), "/")).isEqualTo(204);
        release.countDown();
        assertThat(blocked.readResponse().status()).isEqualTo(204);
    }

    @Test
    void twoHandlersWaitForEachOtherOnAPoolOfTwo() throws IOException {
        CountDownLatch both = new CountDownLatch(2);
        serve(Executors.newFixedThreadPool(2), Map.of(), Map.of("/both", exchange -> {
            both.countDown();
            Deadlines.await(both);
            answer(exchange);
        }));
        reachStint(connect());
        RawClient one = connect();
        RawClient other = connect();

        one.get("/both");
        other.get("/both");

        assertThat(one.readResponse().status()).isEqualTo(204);
        assertThat(other.readResponse().status()).isEqualTo(204);
    }

    @Test
    void aHandlerCallsItsOwnServer() throws IOException {
        serve(Executors.newFixedThreadPool(2), Map.of(), Map.of("/call", exchange -> {
            new URL("http://127.0.0.1:" + server.port() + "/").openStream().close();
            answer(exchange);
        }));
        RawClient client = connect();

        for (int i = 0; i < 20; i++) {
            assertThat(get(client, "/call")).isEqualTo(204);
        }
    }

    @Test
    void aHandlerInAStintReadsASlowBody() throws IOException {
        serve(Executors.newFixedThreadPool(2), Map.of(), Map.of("/read", exchange -> {
            exchange.getRequestBody().readAllBytes();
            answer(exchange);
        }));
        reachStint(connect());
        RawClient slow = connect().request("POST", "/read", "Transfer-Encoding: chunked", "Incremental: ?1");

        assertThat(get(connect(), "/")).isEqualTo(204);
        slow.send("0\r\n\r\n");
        assertThat(slow.readResponse().status()).isEqualTo(204);
    }

    @Test
    void aPoolOfOneThreadServesAllClients() throws IOException {
        serve(Executors.newFixedThreadPool(1), Map.of(), Map.of());
        List<RawClient> clients = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            clients.add(connect());
        }

        for (int round = 0; round < 20; round++) {
            for (RawClient client : clients) {
                client.get("/");
            }
            for (RawClient client : clients) {
                assertThat(client.readResponse().status()).isEqualTo(204);
            }
        }
    }

    @Test
    void aPoolOfOneThreadRunsOtherTasksUnderLoad() throws Exception {
        serve(Executors.newFixedThreadPool(1), Map.of(), Map.of());
        AtomicBoolean enough = new AtomicBoolean();
        RawClient client = connect();
        Thread load = new Thread(() -> {
            try {
                while (!enough.get()) {
                    get(client, "/");
                }
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        load.start();
        try {
            for (int i = 0; i < 20; i++) {
                Future<?> task = executor.submit(() -> {});
                task.get(Deadlines.PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            }
        } finally {
            enough.set(true);
            load.join();
        }
    }

    @Test
    void anIdleServerUsesNoThreadOfThePool() throws IOException {
        ThreadPoolExecutor pool = pool(2, 2, new LinkedBlockingQueue<>());
        serve(pool, Map.of(), Map.of());
        RawClient client = connect();
        reachStint(client);

        Deadlines.await("an idle pool", () -> pool.getActiveCount() == 0);
        assertThat(get(client, "/")).isEqualTo(204);
    }

    @Test
    @Tag("outer")
    void anIdleServerDoesNotWakeUp() throws IOException {
        ThreadPoolExecutor pool = pool(2, 2, new LinkedBlockingQueue<>());
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        serve(pool, Map.of(), Map.of());
        reachStint(connect());
        Deadlines.await("an idle pool", () -> pool.getActiveCount() == 0);
        Set<Thread> standIns = new HashSet<>(Thread.getAllStackTraces().keySet());
        standIns.removeAll(before);
        standIns.removeIf(thread -> !thread.getName().equals("HTTP-Dispatcher-stand-in"));
        Deadlines.await(
                "a stand-in that sleeps",
                () -> standIns.stream().anyMatch(thread -> thread.getState() == Thread.State.WAITING));
        var statistics = Ringer.statistics(server.server());
        long turns = statistics.loopTurns();

        sleep(10_000);

        assertThat(statistics.loopTurns() - turns).isLessThan(5); // deadlines of the connection
        assertThat(pool.getActiveCount()).isZero();
    }

    @Test
    void handlersThatWaitAreHandedOver() throws IOException {
        AtomicBoolean inStint = new AtomicBoolean();
        serve(Executors.newFixedThreadPool(2), Map.of(), Map.of("/slow", exchange -> {
            inStint.set(inStint());
            sleep(5);
            answer(exchange);
        }));
        RawClient client = connect();
        RawClient other = connect();

        Deadlines.await("a slow exchange in a task of its own", () -> {
            try {
                reachStint(other);
                return get(client, "/slow") == 204 && !inStint.get();
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
    }

    @Test
    void anInterruptOfAHandlerEndsWithIt() throws IOException {
        AtomicBoolean interrupted = new AtomicBoolean();
        serve(Executors.newFixedThreadPool(2), Map.of(), Map.of("/interrupt", exchange -> {
            interrupted.compareAndSet(false, Thread.currentThread().isInterrupted());
            answer(exchange);
            Thread.currentThread().interrupt();
        }));
        RawClient client = connect();

        for (int i = 0; i < 50; i++) {
            assertThat(get(client, "/interrupt")).isEqualTo(204);
        }

        assertThat(interrupted).isFalse();
    }

    @Test
    void anErrorOfAHandlerEndsOnlyItsExchange() throws IOException {
        serve(Executors.newFixedThreadPool(2), Map.of("ringer.errorResponse", "500"), Map.of("/error", exchange -> {
            throw new AssertionError("on purpose");
        }));
        reachStint(connect());

        assertThat(get(connect(), "/error")).isEqualTo(500);
        reachStint(connect());
    }

    @Test
    void aHandlerInAStintStopsTheServer() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        AtomicBoolean stops = new AtomicBoolean();
        CountDownLatch returned = new CountDownLatch(1);
        serve(Executors.newFixedThreadPool(2), Map.of(), Map.of("/stop", exchange -> {
            boolean stint = inStint() && stops.compareAndSet(false, true);
            calls.incrementAndGet();
            if (stint) {
                server.server().stop(0);
                returned.countDown();
            } else {
                answer(exchange);
            }
        }));

        callInStint(connect(), "/stop", calls, stops);

        Deadlines.await(returned);
    }

    @Test
    void aShutDownPoolEndsTheStint() throws Exception {
        serve(Executors.newFixedThreadPool(2), Map.of(), Map.of());
        RawClient client = connect();
        reachStint(client);

        executor.shutdown();

        assertThat(executor.awaitTermination(Deadlines.PATIENCE.toMillis(), TimeUnit.MILLISECONDS))
                .isTrue();
        assertThat(client.get("/").readToEnd()).isEmpty();
    }

    @Test
    void shutdownNowInterruptsTheHandlerOfAStint() throws Exception {
        CountDownLatch interrupted = new CountDownLatch(1);
        AtomicInteger calls = new AtomicInteger();
        AtomicBoolean blocks = new AtomicBoolean();
        serve(Executors.newFixedThreadPool(2), Map.of(), Map.of("/wait", exchange -> {
            boolean stint = inStint() && blocks.compareAndSet(false, true);
            calls.incrementAndGet();
            if (stint) {
                try {
                    release.await();
                } catch (InterruptedException e) {
                    interrupted.countDown();
                }
            }
            answer(exchange);
        }));
        callInStint(connect(), "/wait", calls, blocks);

        executor.shutdownNow();

        Deadlines.await(interrupted);
        assertThat(executor.awaitTermination(Deadlines.PATIENCE.toMillis(), TimeUnit.MILLISECONDS))
                .isTrue();
    }

    @Test
    void aPoolWithoutQueueRejectsNoMoreThanItMust() throws IOException {
        AtomicInteger inside = new AtomicInteger();
        serve(pool(0, 3, new SynchronousQueue<>()), Map.of(), Map.of("/hold", exchange -> {
            inside.incrementAndGet();
            Deadlines.await(release);
            answer(exchange);
        }));
        reachStint(connect());
        List<RawClient> held = new ArrayList<>();
        for (int i = 1; i <= 3; i++) {
            int expected = i;
            held.add(connect().get("/hold"));
            Deadlines.await("a call of the handler", () -> inside.get() == expected);
        }

        assertThat(connect().get("/").readToEnd()).isEmpty();

        release.countDown();
        for (RawClient client : held) {
            assertThat(client.readResponse().status()).isEqualTo(204);
        }
    }

    @Test
    void requestsOfAStintAreCountedAsOthers() throws IOException {
        serve(Executors.newFixedThreadPool(2), Map.of(), Map.of());
        RawClient client = connect();
        for (int i = 0; i < 20; i++) {
            reachStint(client);
        }

        var statistics = Ringer.statistics(server.server());

        assertThat(statistics.queuedRequests()).isZero();
    }

    @Test
    void requestsThatWaitForTheThreadOfAStintAreCounted() throws IOException {
        AtomicInteger calls = new AtomicInteger();
        AtomicBoolean blocks = new AtomicBoolean();
        ExecutorService single = pool(1, 1, new LinkedBlockingQueue<>());
        serve(single, Map.of(), Map.of("/block", blockingInStint(Blocking.PARK, calls, blocks)));
        RawClient blocked = connect();
        callInStint(blocked, "/block", calls, blocks);
        List<RawClient> waiting = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            waiting.add(connect().get("/"));
        }

        Deadlines.await(
                "three waiting requests",
                () -> Ringer.statistics(server.server()).queuedRequests() == 3);

        release.countDown();
        for (RawClient client : waiting) {
            assertThat(client.readResponse().status()).isEqualTo(204);
        }
        assertThat(Ringer.statistics(server.server()).queuedRequests()).isZero();
    }

    @Test
    void aThreadDumpNamesTheStintAndTheHandler() throws IOException {
        AtomicInteger calls = new AtomicInteger();
        AtomicBoolean blocks = new AtomicBoolean();
        ExecutorService named = Executors.newFixedThreadPool(2, task -> new Thread(task, "pool of the application"));
        serve(named, Map.of(), Map.of("/block", blockingInStint(Blocking.PARK, calls, blocks)));
        callInStint(connect(), "/block", calls, blocks);

        List<String> frames = Thread.getAllStackTraces().entrySet().stream()
                .filter(thread -> thread.getKey().getName().equals("pool of the application"))
                .flatMap(thread -> Arrays.stream(thread.getValue()))
                .map(StackTraceElement::getClassName)
                .toList();

        assertThat(frames).contains(LOOP + "$Stint", Deadlines.class.getName());
    }

    @Test
    void pipelinedRequestsAreServedInOrder() throws IOException {
        serve(Executors.newFixedThreadPool(2), Map.of(), Map.of("/n/", exchange -> {
            byte[] path = exchange.getRequestURI().getPath().getBytes();
            exchange.sendResponseHeaders(200, path.length);
            exchange.getResponseBody().write(path);
            exchange.close();
        }));
        RawClient client = connect();
        StringBuilder requests = new StringBuilder();
        for (int i = 0; i < 100; i++) {
            requests.append("GET /n/").append(i).append(" HTTP/1.1\r\nHost: test\r\n\r\n");
        }

        client.send(requests.toString());

        for (int i = 0; i < 100; i++) {
            Response response = client.readResponse();
            assertThat(response.text()).isEqualTo("/n/" + i);
        }
    }

    @Test
    void http2StreamsAreServedInAStint() throws IOException {
        executor = Executors.newFixedThreadPool(4);
        AtomicInteger stints = new AtomicInteger();
        server = TestServer.create(Provider.RINGER, Transport.CLEAR, executor, Map.of("ringer.http2", "on"));
        server.handle("/", exchange -> {
            if (inStint()) {
                stints.incrementAndGet();
            }
            answer(exchange);
        });
        server.handle("/block", exchange -> {
            Deadlines.await(release);
            answer(exchange);
        });
        server.start();
        Http2Client client = Http2Client.open(server);
        open.add(client);
        int stream = 1;
        while (stints.get() == 0) {
            for (int i = 0; i < 8; i++) {
                client.get(stream + 2 * i, "/");
            }
            for (int i = 0; i < 8; i++) {
                assertThat(client.answer(stream + 2 * i).status()).isEqualTo(204);
            }
            stream += 16;
        }

        client.get(stream, "/block").get(stream + 2, "/");

        assertThat(client.answer(stream + 2).status()).isEqualTo(204);
        release.countDown();
        assertThat(client.answer(stream).status()).isEqualTo(204);
    }

    @Test
    void webSocketMessagesAreDeliveredInAStint() throws IOException {
        executor = Executors.newFixedThreadPool(4);
        AtomicBoolean stint = new AtomicBoolean();
        server = TestServer.create(Provider.RINGER, Transport.CLEAR, executor, Map.of());
        server.handle("/echo", WebSocketHandler.of(new WebSocketListener() {
            @Override
            public void onText(WebSocketSession session, String text) throws IOException {
                stint.set(inStint());
                session.sendText(text);
            }
        }));
        server.start();
        WebSocketClient client = WebSocketClient.open(connect(), "/echo");

        for (int i = 0; !stint.get(); i++) {
            client.send(new ClientFrames().text("message " + i));
            assertThat(client.read().text()).isEqualTo("message " + i);
        }
    }

    @Test
    void tlsRequestsAreServedInAStint() throws IOException {
        executor = Executors.newFixedThreadPool(4);
        server = TestServer.create(Provider.RINGER, Transport.TLS, executor, Map.of());
        server.handle("/", exchange -> {
            seen.set(inStint());
            answer(exchange);
        });
        server.start();

        reachStint(connect());
    }
}
