package dev.ringer.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.sun.net.httpserver.HttpExchange;
import dev.ringer.internal.http.Violation;
import dev.ringer.testkit.Counted;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Fate;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Response;
import dev.ringer.testkit.Ring;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import dev.ringer.wire.ViolationSamples.Sample;
import dev.ringer.wire.ViolationSamples.Shown;
import java.io.IOException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests every violation over a raw socket: its status, its text, and the end of the connection. */
@Execution(ExecutionMode.CONCURRENT)
class ViolationTest {
    /** Returns each violation with one transport, or with both transports in the outer {@link Ring}. */
    static Stream<Arguments> violationsAndTransports() {
        return Arrays.stream(Violation.values())
                .flatMap(violation -> Transport.HTTP1.stream()
                        .filter(transport -> Ring.full() || transport.ordinal() == violation.ordinal() % 2)
                        .map(transport -> Arguments.of(violation, transport)));
    }

    @ParameterizedTest
    @MethodSource("violationsAndTransports")
    void isSeenOnTheWire(Violation violation, Transport transport) throws Exception {
        Sample sample = ViolationSamples.of(violation);
        assumeFalse(sample.shown() == Shown.IN_A_SMALL_HEAP, "needs a small heap");
        assumeFalse(sample.shown() == Shown.TO_A_PATIENT_READER, "needs half a minute");
        CompletableFuture<String> toTheReader = new CompletableFuture<>();
        try (TestServer server = TestServer.create(Provider.RINGER, transport, Mode.NO_EXECUTOR, sample.properties())
                .handle("/", exchange -> read(exchange, toTheReader))
                .start()) {
            RawClient client = server.connect().sendAsFarAsPossible(sample.bytes());
            switch (sample.shown()) {
                case IN_THE_ANSWER -> assertAnswered(client.readResponse(), violation);
                case TO_THE_READER -> {
                    if (violation == Violation.BODY_TRUNCATED) {
                        client.halfClose();
                    }
                    assertRead(toTheReader, violation);
                }
                case IN_A_SMALL_HEAP, TO_A_PATIENT_READER -> throw new AssertionError();
            }

            client.readToEnd();
            assertThat(client.fate()).isEqualTo(Fate.CLOSED);
            assertThat(Counted.by(server)).containsEntry(violation, 1L).doesNotContainKeys(others(violation));
        }
    }

    private static Violation[] others(Violation violation) {
        return EnumSet.complementOf(EnumSet.of(violation)).toArray(Violation[]::new);
    }

    private static void read(HttpExchange exchange, CompletableFuture<String> toTheReader) throws IOException {
        try {
            exchange.getRequestBody().readAllBytes();
            toTheReader.complete("read without fault");
        } catch (IOException e) {
            toTheReader.complete(e.getMessage());
            throw e;
        }
        exchange.sendResponseHeaders(200, -1);
    }

    private static void assertAnswered(Response answer, Violation violation) {
        assertThat(answer.status()).isEqualTo(violation.status());
        assertThat(answer.text()).contains(violation.text());
    }

    private static void assertRead(CompletableFuture<String> toTheReader, Violation violation) throws Exception {
        assertThat(toTheReader.get(Deadlines.PATIENCE.toMillis(), TimeUnit.MILLISECONDS))
                .contains(violation.text(), violation.rule());
    }
}
