package dev.ringer.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Fate;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.TestServer;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The time limits of a request hold for a new connection that sends nothing, as in OpenJDK's test 6725892, and not for one
 * that is kept alive. Guards the "small truths" of the second design.
 */
@Timeout(60)
@Execution(ExecutionMode.CONCURRENT)
class SilentConnectionTest {
    static Stream<Arguments> setupsAndLimits() {
        return Setup.all()
                .filter(setup -> setup.threads().ordinal() == 0)
                .flatMap(setup -> Stream.of("sun.net.httpserver.maxReqTime", "ringer.headTimeout")
                        .map(limit -> Arguments.of(setup, limit)));
    }

    @ParameterizedTest
    @MethodSource("setupsAndLimits")
    void aNewOneIsClosedInTime(Setup setup, String limit) throws IOException {
        try (TestServer server = setup.create(Map.of(limit, "2")).start()) {
            RawClient silent = server.connect().handshake();

            assertThat(silent.awaitEnd(Deadlines.PATIENCE)).isEqualTo(Fate.CLOSED);
        }
    }

    @ParameterizedTest
    @MethodSource("setupsAndLimits")
    void oneThatIsKeptAliveIsNot(Setup setup, String limit) throws IOException {
        try (TestServer server = setup.create(Map.of(limit, "1"))
                .handle("/", exchange -> exchange.sendResponseHeaders(204, -1))
                .start()) {
            RawClient idle = server.connect().get("/");
            idle.readResponse();

            assertThat(idle.hasEventWithin(Duration.ofSeconds(3))).isFalse();
            assertThat(idle.fate()).isEqualTo(Fate.USABLE);
        }
    }

    @ParameterizedTest
    @MethodSource("setups")
    void oneWhoseHeadCameInPiecesIsIdleInTheEnd(Setup setup) throws IOException {
        Map<String, String> limits = Map.of("ringer.headTimeout", "0", "sun.net.httpserver.idleInterval", "1");
        try (TestServer server = setup.create(limits)
                .handle("/", exchange -> exchange.sendResponseHeaders(204, -1))
                .start()) {
            RawClient idle = server.connect().sendSplit("GET / HTTP/1.1\r\nHost: test\r\n\r\n", 20, server);
            assertThat(idle.readResponse().status()).isEqualTo(204);

            assertThat(idle.awaitEnd(Deadlines.PATIENCE)).isEqualTo(Fate.CLOSED);
        }
    }

    static Stream<Setup> setups() {
        return Setup.all().filter(setup -> setup.threads().ordinal() == 0);
    }
}
