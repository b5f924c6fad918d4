package dev.ringer.contract;

import static dev.ringer.contract.IntendedDifference.ONE_TASK_RUNS_SEVERAL_HANDLERS;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.Authenticator;
import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpPrincipal;
import com.sun.net.httpserver.HttpServer;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.OnlyInTheClear;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.TestServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** Tests which thread runs what, and executors that reject or delay tasks. */
class ExecutorTest {
    @InModes(Mode.NO_EXECUTOR)
    void withoutOneEverythingRunsOnOneThread(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            Set<Thread> threads = Collections.synchronizedSet(new LinkedHashSet<>());
            noteThreads(
                    stage.serve(exchange -> {
                        threads.add(Thread.currentThread());
                        exchange.sendResponseHeaders(200, -1);
                    }),
                    threads);

            startOnThread(stage, false);
            for (int i = 0; i < 5; i++) {
                stage.noteStatus(stage.connect().post("/", "hello"));
            }
            stage.note(threads.size() + " thread");
            Thread thread = threads.iterator().next();
            stage.note(thread.getName() + ", daemon " + thread.isDaemon());
        });

        outcome.agrees("1 thread", "HTTP-Dispatcher, daemon false");
    }

    @OnlyInTheClear("a handshake waits for the handler too")
    @InModes(Mode.NO_EXECUTOR)
    void handlersWaitForEachOtherWithoutOne(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            AtomicInteger inside = new AtomicInteger();
            AtomicInteger most = new AtomicInteger();
            stage.serve(exchange -> {
                most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                exchange.getRequestBody().readAllBytes();
                exchange.sendResponseHeaders(200, 2);
                exchange.getResponseBody().write("ok".getBytes());
                exchange.getResponseBody().flush();
                inside.decrementAndGet();
                exchange.close();
            });
            RawClient slow = stage.connect().request("POST", "/", "Content-Length: 5");
            RawClient fast = stage.connect().post("/", "hello");

            slow.send("hello");

            stage.noteStatus(slow);
            stage.noteStatus(fast);
            stage.note("at most " + most);
        });

        outcome.agrees("at most 1");
    }

    @InModes(Mode.NO_EXECUTOR)
    void theStartThreadInheritsDaemonStatus(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            AtomicBoolean daemon = new AtomicBoolean();
            stage.serve(exchange -> {
                daemon.set(Thread.currentThread().isDaemon());
                exchange.sendResponseHeaders(200, -1);
            });
            startOnThread(stage, true);

            stage.noteStatus(stage.connect().get("/"));
            stage.note("daemon " + daemon);
        });

        outcome.agrees("daemon true");
    }

    @OnlyInTheClear("a handshake has tasks too")
    @InModes(Mode.NO_EXECUTOR)
    void runsOneTaskPerRequest(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            AtomicInteger tasks = new AtomicInteger();
            ThreadLocal<Boolean> inTask = ThreadLocal.withInitial(() -> false);
            HttpServer server = bareServer(stage, task -> {
                tasks.incrementAndGet();
                new Thread(() -> {
                            inTask.set(true);
                            task.run();
                        })
                        .start();
            });
            Set<Boolean> inside = Collections.synchronizedSet(new LinkedHashSet<>());
            HttpContext context = server.createContext("/", exchange -> {
                inside.add(inTask.get());
                exchange.getRequestBody().readAllBytes();
                exchange.sendResponseHeaders(200, -1);
            });
            context.getFilters().add(Stage.filter((exchange, chain) -> {
                inside.add(inTask.get());
                chain.doFilter(exchange);
            }));
            server.start();

            try (RawClient client = stage.connect(server)) {
                for (int i = 0; i < 3; i++) {
                    stage.noteStatus(client.post("/", "hello"));
                }
                client.send("GET / HTTP/1.1\r\nHost: test\r\n\r\n".repeat(2));
                stage.noteStatus(client);
                stage.noteStatus(client);
                stage.note(tasks + " tasks, inside " + inside);
            }
        });

        outcome.agrees("5 tasks, inside [true]");
    }

    @InModes(Mode.VIRTUAL)
    void eachExchangeHasAVirtualThreadWithoutThreadLocals(Mode mode) throws Exception {
        ThreadLocal<String> earlier = new ThreadLocal<>();
        Set<Thread> threads = Collections.synchronizedSet(new LinkedHashSet<>());
        try (TestServer server = TestServer.create(Provider.RINGER, mode)
                        .handle("/", exchange -> {
                            String left = earlier.get();
                            earlier.set("set by another exchange");
                            threads.add(Thread.currentThread());
                            exchange.sendResponseHeaders(left == null ? 204 : 500, -1);
                            exchange.close();
                        })
                        .start();
                RawClient client = server.connect()) {
            for (int i = 0; i < 50; i++) {
                assertThat(client.get("/").readResponse().status()).isEqualTo(204);
            }
        }

        assertThat(threads).hasSize(50);
    }

    @OnlyInTheClear("a handshake has tasks too")
    @InModes(Mode.NO_EXECUTOR)
    void aPoolCountsItsTasks(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            ThreadPoolExecutor pool = (ThreadPoolExecutor) Executors.newFixedThreadPool(2);
            try {
                HttpServer server = bareServer(stage, pool);
                server.createContext("/", exchange -> exchange.sendResponseHeaders(204, -1));
                server.start();
                try (RawClient client = stage.connect(server)) {
                    for (int i = 0; i < 200; i++) {
                        client.get("/").readResponse();
                    }
                }
                pool.shutdown();
                pool.awaitTermination(Deadlines.PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
                stage.note(pool.getCompletedTaskCount() < 200 ? "fewer tasks" : "a task for each exchange");
            } finally {
                pool.shutdownNow();
            }
        });

        outcome.differsBy(ONE_TASK_RUNS_SEVERAL_HANDLERS)
                .jdk("a task for each exchange")
                .ringer("fewer tasks");
    }

    @OnlyInTheClear("the handshake is rejected")
    @InModes(Mode.NO_EXECUTOR)
    void aRejectedTaskClosesTheConnection(Mode mode) throws Exception {
        for (RuntimeException failure :
                new RuntimeException[] {new RejectedExecutionException("full"), new IllegalStateException("broken")}) {
            Outcome outcome = Comparison.play(mode, stage -> {
                AtomicBoolean reject = new AtomicBoolean(true);
                HttpServer server = bareServer(stage, task -> {
                    if (reject.get()) {
                        throw failure;
                    }
                    task.run();
                });
                server.createContext("/", exchange -> exchange.sendResponseHeaders(200, -1));
                server.start();

                try (RawClient client = stage.connect(server)) {
                    stage.noteResponse(client.get("/"));
                }
                reject.set(false);
                try (RawClient client = stage.connect(server)) {
                    stage.noteResponse(client.get("/"));
                }
            });

            outcome.agrees("no response: closed", "HTTP/1.1 200 OK");
        }
    }

    @OnlyInTheClear("the handshake is queued")
    @InModes(Mode.NO_EXECUTOR)
    void aQueuedTaskRunsLater(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
            HttpServer server = bareServer(stage, tasks::add);
            server.createContext("/", exchange -> {
                byte[] body = exchange.getRequestBody().readAllBytes();
                exchange.sendResponseHeaders(200, body.length);
                exchange.getResponseBody().write(body);
                exchange.close();
            });
            server.start();

            try (RawClient client = stage.connect(server)) {
                client.post("/", "hello");
                Deadlines.await("task is queued", () -> !tasks.isEmpty());
                new Thread(tasks.poll()).start();
                stage.noteResponse(client);
            }
        });

        outcome.agrees("body: hello");
    }

    @InModes(Mode.NO_EXECUTOR)
    void stopLeavesTheExecutorAlone(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            ExecutorService pool = Executors.newSingleThreadExecutor();
            try {
                HttpServer server = bareServer(stage, pool);
                server.start();
                server.stop(0);
                stage.note("shut down: " + pool.isShutdown());
            } finally {
                pool.shutdownNow();
            }
        });

        outcome.agrees("shut down: false");
    }

    @InModes(concurrent = true)
    void handlersRunSideBySide(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            CountDownLatch together = new CountDownLatch(2);
            stage.serve(exchange -> {
                together.countDown();
                Deadlines.await(together);
                exchange.sendResponseHeaders(200, -1);
            });
            RawClient first = stage.connect().get("/");
            RawClient second = stage.connect().get("/");

            stage.noteStatus(first);
            stage.noteStatus(second);
        });

        outcome.agrees("HTTP/1.1 200 OK");
    }

    @InModes(Mode.CALLER_RUNS)
    void callerRunsSurvivesLongPipelines(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            stage.serve(exchange -> exchange.sendResponseHeaders(200, -1));
            RawClient client = stage.connect().send("GET / HTTP/1.1\r\nHost: test\r\n\r\n".repeat(2000));

            int answers = 0;
            while (answers < 2000 && client.readResponse().status() == 200) {
                answers++;
            }
            stage.note(answers + " answers");
        });

        outcome.agrees("2000 answers");
    }

    private static HttpServer bareServer(Stage stage, Executor executor) throws IOException {
        HttpServer server = stage.bareServer(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        server.setExecutor(executor);
        return server;
    }

    private static void startOnThread(Stage stage, boolean daemon) throws InterruptedException {
        Thread starter = new Thread(() -> stage.attempt("start", stage::start));
        starter.setDaemon(daemon);
        starter.start();
        starter.join();
    }

    private static void noteThreads(HttpContext context, Set<Thread> threads) {
        context.getFilters().add(Stage.filter((exchange, chain) -> {
            threads.add(Thread.currentThread());
            chain.doFilter(exchange);
        }));
        context.setAuthenticator(new Authenticator() {
            @Override
            public Result authenticate(HttpExchange exchange) {
                threads.add(Thread.currentThread());
                return new Success(new HttpPrincipal("user", "realm"));
            }
        });
    }
}
