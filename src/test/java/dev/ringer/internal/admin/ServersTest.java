package dev.ringer.internal.admin;

import static dev.ringer.internal.admin.Servers.State.DRAINING;
import static dev.ringer.internal.admin.Servers.State.NOT_LISTENING;
import static dev.ringer.internal.admin.Servers.State.READY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.observe.ServerStatistics;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks which servers decide whether a process is ready. */
class ServersTest {
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5); // the clock overflows soon
    private final Servers servers = new Servers(nanos::get);
    private final ServerStatistics ofAgent = at("0.0.0.0:9406");
    private final ServerStatistics ofProgram = at("[::]:8080");

    @Test
    void waitsForTheProgramIfAnAgentHasAServer() {
        servers.onStarted(ofAgent, true);
        assertThat(servers.state()).isEqualTo(NOT_LISTENING);
        servers.onStarted(ofProgram, false);
        assertThat(servers.state()).isEqualTo(READY);

        servers.onStopping(ofAgent);
        assertThat(servers.state()).isEqualTo(READY);
        servers.onStopped(ofAgent);
        assertThat(servers.state()).isEqualTo(READY);

        servers.onStopping(ofProgram);
        assertThat(servers.state()).isEqualTo(DRAINING);
        servers.onStopped(ofProgram);
        assertThat(servers.state()).isEqualTo(NOT_LISTENING);
    }

    @Test
    void countsTheServersOfAgentsIfNothingElseComes() {
        servers.onStarted(ofAgent, true);
        nanos.addAndGet(Servers.AGENTS_ALONE_NANOS - 1);
        assertThat(servers.state()).isEqualTo(NOT_LISTENING);
        nanos.addAndGet(1);
        assertThat(servers.state()).isEqualTo(READY);
        servers.onStopping(ofAgent);
        assertThat(servers.state()).isEqualTo(DRAINING);
    }

    @Test
    void isNotReadyAfterTheProgramHasStoppedHoweverLongAnAgentServes() {
        servers.onStarted(ofAgent, true);
        servers.onStarted(ofProgram, false);
        servers.onStopping(ofProgram);
        servers.onStopped(ofProgram);
        nanos.addAndGet(10 * Servers.AGENTS_ALONE_NANOS);

        assertThat(servers.state()).isEqualTo(NOT_LISTENING);
        assertThat(servers.isEmpty()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "8080, READY",
        "9406, READY",
        "'8080,9406', READY",
        "'9406,8080', READY",
        "8081, NOT_LISTENING",
        "'8080,8081', NOT_LISTENING",
        "unix:/run/a, NOT_LISTENING",
    })
    void waitsForAllPortsThatTheOperatorNames(String ports, Servers.State expected) {
        servers.require(List.of(ports.split(",")));
        assertThat(servers.state()).isEqualTo(NOT_LISTENING);
        servers.onStarted(ofAgent, true);
        servers.onStarted(ofProgram, false);

        assertThat(servers.state()).isEqualTo(expected);
    }

    @Test
    void ignoresStoppingServersThatTheOperatorHasNotNamed() {
        servers.require(List.of("8080", "unix:/run/a"));
        ServerStatistics socket = at("unix:/run/a");
        ServerStatistics other = at("127.0.0.1:8081");
        servers.onStarted(other, false);
        servers.onStarted(ofProgram, false);
        servers.onStarted(socket, false);
        servers.onStopping(other);
        assertThat(servers.state()).isEqualTo(READY);

        servers.onStopping(socket);
        assertThat(servers.state()).isEqualTo(DRAINING);
        servers.onStopped(socket);
        assertThat(servers.state()).isEqualTo(NOT_LISTENING);
    }

    @Test
    void ignoresTheEndOfAServerThatHasFailedToStart() {
        servers.onStopping(ofProgram);

        assertThat(servers.state()).isEqualTo(NOT_LISTENING);
    }

    private static ServerStatistics at(String address) {
        return (ServerStatistics) Proxy.newProxyInstance(
                ServersTest.class.getClassLoader(),
                new Class<?>[] {ServerStatistics.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "address" -> address;
                    case "hashCode" -> address.hashCode();
                    case "equals" -> proxy == arguments[0];
                    default -> nothing(method.getReturnType());
                });
    }

    private static Object nothing(Class<?> type) {
        if (type == Map.class) {
            return Map.of();
        }
        if (type == List.class) {
            return List.of();
        }
        return type == int.class ? (Object) 0 : type == long.class ? (Object) 0L : null;
    }
}
