package dev.ringer.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.Authenticator;
import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.ringer.files.CompressionFilter;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Over;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.ThreadKind;
import dev.ringer.testkit.Transport;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests application code that throws what no method declares: only its connection ends. */
@Timeout(60)
@Isolated("the log belongs to the whole JVM")
@Over({Transport.CLEAR, Transport.TLS})
class FaultsOfTheApplicationTest {
    private static final List<Supplier<Throwable>> FAILURES = List.of(
            () -> new OutOfMemoryError("on purpose"),
            () -> new StackOverflowError("on purpose"),
            () -> new AssertionError("on purpose"),
            () -> new RejectedExecutionException("on purpose"),
            () -> new InterruptedException("on purpose")); // checked, but some languages can throw it

    static Stream<Arguments> transportsAndFailures() {
        return Transport.HTTP1.stream()
                .flatMap(transport -> FAILURES.stream()
                        .map(failure -> Arguments.of(transport, failure.get().toString(), failure)));
    }

    @InModes
    void handlersFiltersAndAuthenticatorsFail(Mode mode) throws IOException {
        AtomicReference<Supplier<Throwable>> failure = new AtomicReference<>();
        try (TestServer server = TestServer.create(Provider.RINGER, mode)) {
            server.handle("/handler", exchange -> fail(failure));
            server.context("/filter", exchange -> {}).getFilters().add(failing(failure));
            server.context("/authenticator", exchange -> {}).setAuthenticator(new Authenticator() {
                @Override
                public Result authenticate(HttpExchange exchange) {
                    fail(failure);
                    return null;
                }
            });
            server.handle("/", FaultsOfTheApplicationTest::answer).start();
            RawClient healthy = server.connect().handshake();

            for (Supplier<Throwable> each : FAILURES) {
                failure.set(each);
                for (String path : List.of("/handler", "/filter", "/authenticator")) {
                    assertThat(isServed(server, path)).as(path).isFalse();
                    assertThat(healthy.get("/").readResponse().status()).isEqualTo(200);
                }
            }
            assertThat(isServed(server, "/")).isTrue();
        }
    }

    /** The handler does not see the failure, so only the server can end the exchange. */
    @InModes
    void theBodyOfAFilterFailsToCloseOnAnotherThread(Mode mode) throws IOException {
        AtomicReference<Supplier<Throwable>> failure = new AtomicReference<>();
        Filter failing = Filter.beforeHandler("sets a body that fails to close", exchange -> {
            exchange.setStreams(null, new FilterOutputStream(exchange.getResponseBody()) {
                @Override
                public void close() {
                    fail(failure);
                }
            });
        });
        HttpHandler handler = exchange -> {
            exchange.getResponseHeaders().set("Content-Type", "text/plain");
            exchange.sendResponseHeaders(200, 0);
            new OwnThread(ThreadKind.PLATFORM, exchange::close);
        };
        try (TestServer server = TestServer.create(Provider.RINGER, mode)) {
            server.context("/", handler).getFilters().add(failing);
            server.context("/compressed", handler).getFilters().addAll(List.of(CompressionFilter.of(), failing));
            server.start();

            for (Supplier<Throwable> each : FAILURES) {
                failure.set(each);
                for (String path : List.of("/", "/compressed")) {
                    for (String accepted : List.of("identity", "gzip")) {
                        RawClient client = server.connect().get(path, "Accept-Encoding: " + accepted);

                        assertThat(client.readToEnd()).as(path + ' ' + accepted).doesNotEndWith("\r\n0\r\n\r\n");
                    }
                }
            }
        }
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("transportsAndFailures")
    void theExecutorFails(Transport transport, String name, Supplier<Throwable> failure) throws IOException {
        AtomicReference<Supplier<Throwable>> failing = new AtomicReference<>();
        ExecutorService threads = Executors.newCachedThreadPool();
        Executor executor = task -> {
            if (failing.get() != null) {
                fail(failing);
            }
            threads.execute(task);
        };
        try (TestServer server = TestServer.create(Provider.RINGER, transport, executor, Map.of())
                .handle("/", FaultsOfTheApplicationTest::answer)
                .start()) {
            RawClient healthy = server.connect().handshake();
            RawClient unlucky = server.connect().handshake();
            failing.set(failure);

            assertThat(unlucky.get("/").readToEnd()).doesNotContain(" 200 ");
            assertThat(isServed(server, "/")).isFalse();

            failing.set(null);
            assertThat(healthy.get("/").readResponse().status()).isEqualTo(200);
            assertThat(isServed(server, "/")).isTrue();
        } finally {
            threads.shutdownNow();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"CLEAR", "TLS"})
    void theLogFails(Transport transport) throws IOException {
        Logger logger = Logger.getLogger("com.sun.net.httpserver");
        Level level = logger.getLevel();
        AtomicReference<Supplier<Throwable>> failure = new AtomicReference<>();
        Handler handler = failingLog(failure);
        try (TestServer server = TestServer.create(Provider.RINGER, transport, Mode.NO_EXECUTOR, Map.of())
                .handle("/", FaultsOfTheApplicationTest::answer)
                .handle("/fails", exchange -> fail(failure))) {
            logger.addHandler(handler);
            logger.setLevel(Level.ALL);
            server.start();
            RawClient healthy = server.connect().handshake();

            for (Supplier<Throwable> each : FAILURES) {
                failure.set(each);
                assertThat(isServed(server, "/fails")).isFalse();
                server.connect().get("/").reset();
                try (RawClient nonsense = RawClient.connect(server.port(), Transport.CLEAR)) {
                    nonsense.send("nonsense\r\n\r\n").readToEnd();
                }
                assertThat(healthy.get("/").readResponse().status()).isEqualTo(200);
                assertThat(isServed(server, "/")).isTrue();
            }
        } finally {
            logger.removeHandler(handler);
            logger.setLevel(level);
        }
    }

    private static Handler failingLog(AtomicReference<Supplier<Throwable>> failure) {
        return new Handler() {
            @Override
            public void publish(LogRecord entry) {
                if (failure.get() != null) {
                    fail(failure);
                }
            }

            @Override
            public void flush() {
                // nothing is buffered
            }

            @Override
            public void close() {
                // nothing is buffered
            }
        };
    }

    private static Filter failing(AtomicReference<Supplier<Throwable>> failure) {
        return new Filter() {
            @Override
            public void doFilter(HttpExchange exchange, Chain chain) {
                fail(failure);
            }

            @Override
            public String description() {
                return "fails";
            }
        };
    }

    private static void fail(AtomicReference<Supplier<Throwable>> failure) {
        FaultyEngine.<RuntimeException>throwUnchecked(failure.get().get());
    }

    /** Whether a new connection is served; if not, it must have ended. */
    private static boolean isServed(TestServer server, String path) throws IOException {
        try {
            return server.connect().get(path).readResponse().status() == 200;
        } catch (SocketTimeoutException e) {
            throw new AssertionError("the connection hangs", e);
        } catch (IOException ended) {
            return false;
        }
    }

    private static void answer(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, -1);
    }
}
