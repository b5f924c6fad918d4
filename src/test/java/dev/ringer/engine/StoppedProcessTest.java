package dev.ringer.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.process.JavaCommand;
import dev.ringer.process.RunningProgram;
import dev.ringer.testkit.Ability;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Needs;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests a process that stands still for longer than its time limits: by SIGSTOP here, as by {@code docker pause} or the
 * move of a virtual machine. Time limits are for slow clients, so no client may suffer for it.
 */
@Tag("outer")
@Needs(Ability.SIGNALS)
@Timeout(120)
class StoppedProcessTest {
    private static final Duration STANDSTILL = Duration.ofSeconds(17); // more than the time limits of StoppedMain
    private static final Duration QUIET = Duration.ofMillis(200);
    private static final int LARGE = 100_000; // more than the server gathers before it calls a handler

    /** What a client has sent when the process stops, and what it sends later. */
    private enum Sent {
        HALF_A_HEAD("GET / HTTP/1.1\r\nHost: te", "st\r\n\r\n", "0"),
        HALF_A_BODY(post("Content-Length: 10") + "hello", "world", "10"),
        HALF_A_LARGE_BODY(
                post("Content-Length: " + LARGE) + "a".repeat(LARGE - 10), "b".repeat(10), Integer.toString(LARGE)),
        HALF_A_CHUNKED_BODY(post("Transfer-Encoding: chunked") + "5\r\nhello\r\n", "5\r\nworld\r\n0\r\n\r\n", "10"),
        A_WHOLE_REQUEST("GET / HTTP/1.1\r\nHost: test\r\n\r\n", "GET / HTTP/1.1\r\nHost: test\r\n\r\n", "0"),
        NOTHING("", "GET / HTTP/1.1\r\nHost: test\r\n\r\n", "0");

        final String before;
        final String rest;
        final String answer;

        Sent(String before, String rest, String answer) {
            this.before = before;
            this.rest = rest;
            this.answer = answer;
        }

        /** Whether the handler waits for the rest, so that other handlers need other threads. */
        boolean handlerWaits() {
            return this == HALF_A_LARGE_BODY || this == HALF_A_CHUNKED_BODY;
        }

        private static String post(String framing) {
            return "POST / HTTP/1.1\r\nHost: test\r\n" + framing + "\r\n\r\n";
        }
    }

    private record Client(Sent sent, RawClient connection) {
        void begin() throws IOException {
            connection.send(sent.before);
            if (sent == Sent.A_WHOLE_REQUEST) {
                assertThat(connection.readResponse().text()).isEqualTo("0");
            }
        }

        void goOn() throws IOException {
            connection.send(sent.rest);
        }
    }

    static Stream<Arguments> servers() {
        return Stream.of(Transport.values())
                .flatMap(transport -> Stream.of(Mode.NO_EXECUTOR, Mode.CACHED_POOL, Mode.VIRTUAL)
                        .filter(Mode::available)
                        .map(mode -> Arguments.of(transport, mode)));
    }

    @ParameterizedTest
    @MethodSource("servers")
    void servesClientsThatWentOnMeanwhileOrGoOnSoonAfterwards(Transport transport, Mode mode) throws Exception {
        JavaCommand command = JavaCommand.java(
                "-cp",
                System.getProperty("java.class.path"),
                StoppedMain.class.getName(),
                transport.name(),
                mode.name());
        try (RunningProgram program = RunningProgram.started(command)) {
            int port = Integer.parseInt(program.awaitLine("port ").substring("port ".length()));
            List<Client> meanwhile = connect(port, transport, mode);
            List<Client> afterwards = connect(port, transport, mode);
            for (Client client : concat(meanwhile, afterwards)) {
                client.begin();
            }
            awaitQuiet(program);

            signal("STOP", program);
            try {
                for (Client client : meanwhile) {
                    client.goOn();
                }
                TimeUnit.NANOSECONDS.sleep(STANDSTILL.toNanos());
            } finally {
                signal("CONT", program);
            }

            for (Client client : meanwhile) {
                assertServed(client);
            }
            for (Client client : afterwards) {
                assertThat(client.connection().hasEventWithin(Duration.ofMillis(50)))
                        .as("an early end of %s", client.sent())
                        .isFalse();
                client.goOn();
                assertServed(client);
            }
        }
    }

    private static List<Client> connect(int port, Transport transport, Mode mode) throws IOException {
        List<Client> clients = new ArrayList<>();
        for (Sent sent : Sent.values()) {
            boolean possible = sent != Sent.HALF_A_HEAD || !transport.isHttp2();
            if (possible && (mode.concurrent() || !sent.handlerWaits())) {
                clients.add(new Client(sent, RawClient.connect(port, transport).handshake()));
            }
        }
        return clients;
    }

    private static List<Client> concat(List<Client> some, List<Client> others) {
        return Stream.concat(some.stream(), others.stream()).toList();
    }

    private static void assertServed(Client client) throws IOException {
        var response = client.connection().readResponse();
        assertThat(response.status()).as("status after %s", client.sent()).isEqualTo(200);
        assertThat(response.text()).isEqualTo(client.sent().answer);
        client.connection().close();
    }

    /**
     * Waits until the process has used no processor time for a moment, so that its loop waits for events. The clock
     * counts a stop in the middle of a turn, which nobody can tell from a handler that runs on the loop.
     */
    private static void awaitQuiet(RunningProgram program) {
        AtomicReference<Duration> used = new AtomicReference<>(Duration.ZERO);
        AtomicLong since = new AtomicLong(System.nanoTime());
        Deadlines.await("the server waits for events", () -> {
            Duration now = program.processorTime();
            if (!now.equals(used.getAndSet(now))) {
                since.set(System.nanoTime());
            }
            return System.nanoTime() - since.get() > QUIET.toNanos();
        });
    }

    private static void signal(String name, RunningProgram program) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(program.pid()))
                .redirectErrorStream(true)
                .start();
        assertThat(kill.waitFor(Deadlines.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .isTrue();
        assertThat(kill.exitValue()).isZero();
    }
}
