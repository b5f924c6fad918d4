package dev.ringer.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Fate;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Ring;
import dev.ringer.testkit.SocketQueue;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests a server while a handler or the executor blocks the thread that starts handlers. New connections, time limits,
 * handshakes and other clients' bytes must not wait. Each test sees its result before it releases the handler.
 */
@Timeout(60)
@Execution(ExecutionMode.CONCURRENT)
class BusyHandlerTest {
    private static final int UPLOAD = 4 << 20;
    private static final int PIPELINED = 10;

    /** Returns each occupation with one transport, or with both in the outer ring. */
    static Stream<Arguments> occupationsAndTransports(TestInfo test) {
        return Occupation.possible()
                .flatMap(occupation -> Transport.HTTP1.stream()
                        .filter(transport ->
                                Ring.full() || transport.ordinal() == (occupation.ordinal() + Setup.shift(test)) % 2)
                        .map(transport -> Arguments.of(occupation, transport)));
    }

    @ParameterizedTest
    @MethodSource("dev.ringer.engine.Occupation#possible")
    void aNewClientFinishesItsHandshake(Occupation occupation) throws IOException {
        try (OccupiedServer occupied = new OccupiedServer(occupation, Transport.TLS, Map.of())) {
            occupied.occupy();

            RawClient client = occupied.server().connect().handshake();

            client.get("/");
            occupied.release();
            assertThat(client.readResponse().status()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @MethodSource("dev.ringer.engine.Occupation#possible")
    void aNewClientOfAnotherServerFinishesItsHandshake(Occupation occupation) throws IOException {
        try (OccupiedServer occupied = new OccupiedServer(occupation, Transport.CLEAR, Map.of());
                TestServer other = TestServer.create(Provider.RINGER, Transport.TLS, Mode.NO_EXECUTOR, Map.of())
                        .handle("/", exchange -> exchange.sendResponseHeaders(204, -1))
                        .start()) {
            occupied.occupy();

            RawClient client = other.connect().handshake().get("/");

            assertThat(client.readResponse().status()).isEqualTo(204);
            occupied.release();
        }
    }

    @ParameterizedTest
    @MethodSource("occupationsAndTransports")
    void aSlowHeadGetsIts408(Occupation occupation, Transport transport) throws IOException {
        try (OccupiedServer occupied =
                new OccupiedServer(occupation, transport, Map.of("ringer.headTimeout", "150 ms"))) {
            occupied.occupy();

            RawClient slow = occupied.server().connect().send("GET / HTTP/1.1\r\nHo");

            assertThat(slow.readResponse().status()).isEqualTo(408);
            occupied.release();
        }
    }

    @ParameterizedTest
    @MethodSource("occupationsAndTransports")
    void aSilentConnectionIsClosedInTime(Occupation occupation, Transport transport) throws IOException {
        try (OccupiedServer occupied =
                new OccupiedServer(occupation, transport, Map.of("ringer.headTimeout", "150 ms"))) {
            occupied.occupy();

            RawClient silent = occupied.server().connect().handshake();

            assertThat(silent.awaitEnd(Deadlines.PATIENCE)).isEqualTo(Fate.CLOSED);
            occupied.release();
        }
    }

    @ParameterizedTest
    @MethodSource("occupationsAndTransports")
    void anIdleConnectionIsClosedInTime(Occupation occupation, Transport transport) throws IOException {
        Map<String, String> properties = Map.of("sun.net.httpserver.idleInterval", "300 ms");
        try (OccupiedServer occupied = new OccupiedServer(occupation, transport, properties)) {
            RawClient idle = KeptAlive.connect(occupied.server());
            occupied.occupy();

            assertThat(idle.awaitEnd(Deadlines.PATIENCE)).isEqualTo(Fate.CLOSED);
            occupied.release();
        }
    }

    @ParameterizedTest
    @MethodSource("occupationsAndTransports")
    void nonsenseIsRefused(Occupation occupation, Transport transport) throws IOException {
        try (OccupiedServer occupied = new OccupiedServer(occupation, transport, Map.of())) {
            occupied.occupy();

            RawClient client = occupied.server().connect().send("nonsense\r\n\r\n");

            assertThat(client.readResponse().status()).isEqualTo(400);
            occupied.release();
        }
    }

    @ParameterizedTest
    @MethodSource("occupationsAndTransports")
    void theBytesOfAPipelinedClientAreRead(Occupation occupation, Transport transport) throws IOException {
        assumeThat(SocketQueue.known()).isTrue();
        try (OccupiedServer occupied = new OccupiedServer(occupation, transport, Map.of())) {
            occupied.occupy();

            RawClient client = occupied.server().connect();
            client.send("GET / HTTP/1.1\r\nHost: test\r\n\r\n".repeat(PIPELINED));

            Deadlines.await("the server has read all", () -> {
                OptionalLong unread = SocketQueue.unread(occupied.server().port(), client.port());
                return unread.isPresent() && unread.getAsLong() == 0;
            });
            occupied.release();
            for (int i = 0; i < PIPELINED; i++) {
                assertThat(client.readResponse().status()).isEqualTo(200);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("dev.ringer.engine.Occupation#possible")
    void anUploadToAnotherServerGoesOn(Occupation occupation) throws IOException {
        try (OccupiedServer occupied = new OccupiedServer(occupation, Transport.CLEAR, Map.of());
                TestServer other = TestServer.create(Provider.RINGER, Transport.CLEAR, Mode.NO_EXECUTOR, Map.of())
                        .handle("/", exchange -> {
                            boolean whole = exchange.getRequestBody().readAllBytes().length == UPLOAD;
                            exchange.sendResponseHeaders(whole ? 204 : 500, -1);
                        })
                        .start()) {
            RawClient upload = other.connect().request("POST", "/", "Content-Length: " + UPLOAD);
            upload.sendLarge(new byte[UPLOAD / 2]);
            occupied.occupy();

            upload.sendLarge(new byte[UPLOAD / 2]);

            assertThat(upload.readResponse().status()).isEqualTo(204);
            occupied.release();
        }
    }

    @ParameterizedTest
    @MethodSource("dev.ringer.engine.Occupation#possible")
    void anotherServerStops(Occupation occupation) throws IOException {
        try (OccupiedServer occupied = new OccupiedServer(occupation, Transport.CLEAR, Map.of());
                TestServer other = TestServer.create(Provider.RINGER, Transport.CLEAR, Mode.NO_EXECUTOR, Map.of())
                        .handle("/", exchange -> exchange.sendResponseHeaders(204, -1))
                        .start()) {
            RawClient idle = other.connect().get("/");
            idle.readResponse();
            occupied.occupy();

            other.server().stop(0);

            assertThat(idle.awaitEnd(Deadlines.PATIENCE)).isEqualTo(Fate.CLOSED);
            occupied.release();
        }
    }
}
