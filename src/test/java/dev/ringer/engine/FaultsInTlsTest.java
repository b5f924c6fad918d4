package dev.ringer.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Response;
import dev.ringer.testkit.Ring;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.io.OutputStream;
import java.net.SocketTimeoutException;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests exceptions and errors that TLS throws, at each step of a connection: only that connection ends. */
@Timeout(300)
class FaultsInTlsTest {
    private static final int UNKNOWN = 10_000;
    private static final int PIECES = 3;
    private static final int PIECE = 10_000;

    /** Without time limits, because they would end a forgotten connection. */
    private static final Map<String, String> NO_LIMITS =
            Map.of("ringer.tlsHandshakeTimeout", "0", "ringer.headTimeout", "0");

    /** Returns each failure with one mode, or with both in the outer ring. */
    static Stream<Arguments> modesAndFailures() {
        return Stream.of(Mode.NO_EXECUTOR, Mode.FIXED_POOL)
                .flatMap(mode -> Stream.<Supplier<Throwable>>of(
                                () -> new OutOfMemoryError("on purpose"),
                                () -> new IllegalStateException("on purpose"),
                                () -> new IOException("on purpose"))
                        .filter(failure -> Ring.full()
                                || (mode == Mode.NO_EXECUTOR) == (failure.get() instanceof IllegalStateException))
                        .map(failure ->
                                Arguments.of(mode, failure.get().getClass().getSimpleName(), failure)));
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("modesAndFailures")
    void anyCallOfTheEngineFails(Mode mode, String name, Supplier<Throwable> failure) throws IOException {
        FaultyContext context = new FaultyContext();
        try (TestServer server = start(mode, new HttpsConfigurator(context))) {
            RawClient healthy = server.connect().handshake();

            int last = UNKNOWN;
            for (int call = 0; call <= last; call++) { // 0: all calls succeed and are counted
                AtomicReference<FaultyEngine> made = new AtomicReference<>();
                int failing = call;
                context.changeEngines(engine -> {
                    made.compareAndSet(null, new FaultyEngine(engine, failing, failure));
                    return made.get();
                });
                boolean served = isServed(server, "call " + call);
                context.leaveEngines();
                if (call == 0) {
                    assertThat(served).isTrue();
                    last = made.get().calls();
                }
                assertThat(postIsEchoed(healthy)).as("after call " + call).isTrue();
                assertThat(isServed(server, "after call " + call)).isTrue();
            }
        }
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("modesAndFailures")
    void theContextMakesNoEngine(Mode mode, String name, Supplier<Throwable> failure) throws IOException {
        FaultyContext context = new FaultyContext();
        try (TestServer server = start(mode, new HttpsConfigurator(context))) {
            RawClient healthy = server.connect().handshake();
            context.changeEngines(engine -> {
                FaultyEngine.<RuntimeException>throwUnchecked(failure.get());
                return engine;
            });

            assertThat(isServed(server, "without an engine")).isFalse();

            context.leaveEngines();
            assertThat(postIsEchoed(healthy)).isTrue();
            assertThat(isServed(server, "later")).isTrue();
        }
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("modesAndFailures")
    void theConfiguratorFails(Mode mode, String name, Supplier<Throwable> failure) throws IOException {
        AtomicReference<Supplier<Throwable>> failing = new AtomicReference<>();
        HttpsConfigurator configurator = new HttpsConfigurator(new FaultyContext()) {
            @Override
            public void configure(HttpsParameters parameters) {
                Supplier<Throwable> present = failing.get();
                if (present != null) {
                    FaultyEngine.<RuntimeException>throwUnchecked(present.get());
                }
                parameters.setSSLParameters(getSSLContext().getDefaultSSLParameters());
            }
        };
        try (TestServer server = start(mode, configurator)) {
            RawClient healthy = server.connect().handshake();
            failing.set(failure);

            assertThat(isServed(server, "not configured")).isFalse();

            failing.set(null);
            assertThat(postIsEchoed(healthy)).isTrue();
            assertThat(isServed(server, "later")).isTrue();
        }
    }

    private static TestServer start(Mode mode, HttpsConfigurator configurator) throws IOException {
        TestServer server = TestServer.create(Provider.RINGER, Transport.TLS, mode, NO_LIMITS);
        ((HttpsServer) server.server()).setHttpsConfigurator(configurator);
        return server.handle("/", FaultsInTlsTest::echo)
                .handle("/pieces", FaultsInTlsTest::answerInPieces)
                .start();
    }

    /** Whether a new connection is served; if not, it must have ended. */
    private static boolean isServed(TestServer server, String what) throws IOException {
        try (RawClient client = RawClient.connect(server.port(), Transport.TLS)) {
            return postIsEchoed(client) && getsAllPieces(client);
        } catch (SocketTimeoutException e) {
            throw new AssertionError("the connection hangs: " + what, e);
        } catch (IOException ended) {
            return false;
        }
    }

    private static boolean postIsEchoed(RawClient client) throws IOException {
        return client.post("/", "hello").readResponse().text().equals("hello");
    }

    /** Whether a streamed response comes to its end, without a gap. */
    private static boolean getsAllPieces(RawClient client) throws IOException {
        Response response = client.get("/pieces").readResponse();
        if (response.complete()) {
            assertThat(response.body()).hasSize(PIECES * PIECE);
        }
        return response.complete();
    }

    private static void answerInPieces(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, 0);
        try (OutputStream body = exchange.getResponseBody()) {
            for (int piece = 0; piece < PIECES; piece++) {
                body.write(new byte[PIECE]);
                body.flush();
            }
        }
    }

    private static void echo(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }
}
