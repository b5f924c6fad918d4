package dev.ringer.abuse;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.ringer.process.Holdings;
import dev.ringer.testkit.CollidingNames;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Fate;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Ring;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/**
 * Tests what clients and handlers can do to a server with a heap of 256 MiB. Meanwhile the server answers a
 * well-behaved client within seconds. If a waiting handler blocks the other handlers, the server still refuses a bad
 * request. Afterwards threads, descriptors and heap are as before, and the log has only the handlers' own failures.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AbuseIT {
    private static final String HEAD = " HTTP/1.1\r\nHost: test\r\n";
    private static final long LARGE_BODY = (long) Ring.choose(40, 130) << 20;

    private final Map<Mode, AbusedServer> servers = new EnumMap<>(Mode.class);
    private final Map<Mode, Holdings> holdings = new EnumMap<>(Mode.class);

    // for the present test
    private Mode mode;
    private AbusedServer server;
    private Holdings before;

    /** Uses one server in each mode for all abuses, one after the other. */
    @BeforeEach
    void choose(Mode next) throws IOException {
        mode = next;
        if (!servers.containsKey(mode)) {
            servers.put(mode, AbusedServer.started(mode));
            holdings.put(mode, servers.get(mode).holdingsOnceWarm());
        }
        server = servers.get(mode);
        before = holdings.get(mode);
    }

    @AfterAll
    void stop() throws IOException {
        for (var each : servers.values()) {
            each.close();
        }
    }

    /** Checks that the server has released everything, by itself or because its clients have left. */
    @AfterEach
    void holdsNothingAndSaysNothing() throws IOException {
        server.assertServes();
        server.assertBackTo(before);
        server.assertSilent();
    }

    private void othersAreServedUnlessHeld() throws IOException {
        if (mode.concurrent()) {
            server.assertServes();
        } else {
            server.assertHears();
        }
    }

    @Abuse
    void drippingHeads() throws IOException {
        try (var swarm = new Swarm(server, 200)) {
            swarm.send("GET /ok" + HEAD + "X-Slow: ");

            swarm.dripUntilClosed(server::assertServes);
        }
    }

    @Abuse
    void drippingBodies() throws IOException {
        try (var swarm = new Swarm(server, 200)) {
            swarm.send("POST /count" + HEAD + "Content-Length: 100000\r\n\r\n");

            swarm.dripUntilClosed(this::othersAreServedUnlessHeld);
        }
    }

    @Abuse
    void answersMoveOnWhileHandlersWait() throws IOException {
        try (var reader = server.connect().get("/large-later");
                var swarm = new Swarm(server, 20)) {
            var begun = reader.readUntil("\r\n\r\n");
            swarm.send("POST /count" + HEAD + "Content-Length: 100000\r\n\r\n");
            server.assertHears();

            assertThat(begun).startsWith("HTTP/1.1 200 ");
            assertThat(reader.readText(AbusedServer.LARGE_ANSWER).length()).isEqualTo(AbusedServer.LARGE_ANSWER);
            swarm.dripUntilClosed(this::othersAreServedUnlessHeld);
        }
    }

    @Abuse
    void slowReaders() throws IOException {
        abandonsReadersOf("GET /large" + HEAD + "\r\n", Ring.choose(30, 100));
    }

    @Abuse
    void pipelinedRequestsThatAreNeverRead() throws IOException {
        int clients = mode.concurrent()
                ? Ring.choose(20, 100)
                : 3; // where handlers run one by one, the server waits for each client in turn
        abandonsReadersOf(("GET /page" + HEAD + "\r\n").repeat(10_000), clients);
    }

    private void abandonsReadersOf(String requests, int clients) throws IOException {
        try (var swarm = new Swarm(server, clients)) {
            swarm.send(requests);

            for (var round = 0; round < Ring.choose(5, 20); round++) {
                swarm.sip();
                othersAreServedUnlessHeld();
            }
            server.assertBackTo(
                    before, Deadlines.PATIENCE.multipliedBy(3)); // a pool's threads wait for one client after the other
        }
    }

    @Abuse
    void idleConnections() throws IOException {
        var count = idleConnectionsThatFit();
        List<RawClient> idle = new ArrayList<>();
        for (var i = 0; i < count; i++) {
            idle.add(server.connect());
            assertThat(idle.get(i).get("/ok?" + i).readResponse().text()).isEqualTo("" + i);
        }

        server.assertServes();

        var meanwhile = server.holdings();
        assertThat(meanwhile.descriptors()).isGreaterThan(before.descriptors() + count * 9 / 10);
        assertThat(meanwhile.threads()).isLessThan(before.threads() + 20);
        assertThat(meanwhile.heap()).isLessThan(before.heap() + count * 4096L);
        assertThat(idle.get(count - 1).get("/ok?again").readResponse().text()).isEqualTo("again");
        for (var client : idle) {
            client.close();
        }
    }

    /** Returns 1,000, or 300 in the inner ring, or fewer if this process and the server may open few descriptors. */
    private static int idleConnectionsThatFit() {
        var system = (UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return (int) Math.max(100, Math.min(Ring.choose(300, 1000), (system.getMaxFileDescriptorCount() - 1000) / 4));
    }

    @Abuse
    void resets() throws IOException {
        var beginnings = List.of(
                "",
                "G",
                "GET /ok" + HEAD,
                "GET /ok" + HEAD + "\r\n",
                "GET /large" + HEAD + "\r\n",
                "POST /count" + HEAD + "Content-Length: 10\r\n\r\nhello");
        for (var i = 0; i < Ring.choose(300, 1500); i++) {
            server.connect().send(beginnings.get(i % beginnings.size())).reset();
            if (i % 100 == 0) {
                server.assertServes();
            }
        }
    }

    @Abuse
    void headFloods() throws IOException {
        var endless = "GET /ok" + HEAD + "X: " + "y".repeat(1 << 20);
        for (var i = 0; i < Ring.choose(10, 30); i++) {
            try (var client = server.connect().sendAsFarAsPossible(endless)) {
                assertThat(client.readResponse().status()).isEqualTo(431);
            }
            server.assertServes();
        }
    }

    @Abuse
    void nameFloods() throws IOException {
        var names = CollidingNames.of(Ring.choose(5_000, 20_000));
        try (var client = server.connect()) {
            for (var from = 0; from < names.length; from += 100) {
                var lines = new StringBuilder();
                for (var i = from; i < from + 100; i++) {
                    lines.append(names[i]).append(": y\r\n");
                }
                client.send("GET /ok?" + from + HEAD + lines + "\r\n");
                assertThat(client.readResponse().text()).isEqualTo("" + from);
            }
        }
    }

    @Abuse
    void pipelinedRequestsThatAreRead() throws IOException {
        var count = Ring.choose(3_000, 10_000);
        var requests = new StringBuilder();
        for (var i = 0; i < count; i++) {
            requests.append("GET /ok?").append(i).append(HEAD).append("\r\n");
        }
        try (var client = server.connect()) {
            var sending = running(() -> client.send(requests.toString()));
            for (var i = 0; i < count; i++) {
                assertThat(client.readResponse().text()).isEqualTo("" + i);
                if (i % 1000 == 0) {
                    server.assertServes();
                }
            }
            sending.join();
        }
    }

    @Abuse
    void largeBodyThatNobodyReads() throws IOException {
        try (var client = server.connect()) {
            client.send("POST /ignore" + HEAD + "Content-Length: " + LARGE_BODY + "\r\n\r\n");

            var sending = running(() -> sendBlocks(client, LARGE_BODY));
            while (!sending.isDone()) {
                server.assertServes();
            }
        }
    }

    private static void sendBlocks(RawClient client, long length) throws IOException {
        var block = new byte[1 << 20];
        for (var sent = 0L; sent < length; sent += block.length) {
            client.sendAsFarAsPossible(block);
        }
    }

    @Abuse
    void handlersThatForgetTheirExchange() throws IOException {
        try (var swarm = new Swarm(server, 100)) {
            swarm.send("GET /never" + HEAD + "\r\n");

            swarm.awaitClosed(server::assertServes);
        }
    }

    @InModes(
            value = {Mode.CACHED_POOL, Mode.VIRTUAL},
            inTurn = true)
    void handlersThatNeverReturn() throws IOException {
        try (var swarm = new Swarm(server, 50)) {
            swarm.send("GET /stuck" + HEAD + "\r\n");

            swarm.awaitClosed(server::assertServes);
        } finally {
            server.tell("let go");
        }
    }

    @Abuse
    void handlersThatThrow() throws IOException {
        for (var i = 0; i < Ring.choose(20, 100); i++) {
            try (var first = server.connect();
                    var second = server.connect()) {
                assertThat(first.get("/throws").readToEnd()).isEmpty();
                assertThat(second.get("/throws-midway").readToEnd()).doesNotEndWith("\r\n0\r\n\r\n");
            }
            server.assertServes();
        }
    }

    @InModes(
            value = {Mode.CACHED_POOL, Mode.VIRTUAL},
            inTurn = true)
    void executorThatRejects() throws IOException {
        try (var old = server.connect()) {
            assertThat(old.get("/ok?1").readResponse().text()).isEqualTo("1");
            server.tell("reject");
            try {
                for (var i = 0; i < 100; i++) {
                    try (var client = server.connect()) {
                        assertThat(client.get("/ok").readToEnd()).isEmpty();
                    }
                }
                server.assertHears();
            } finally {
                server.tell("accept");
            }

            assertThat(old.get("/ok?2").readResponse().text()).isEqualTo("2");
        }
    }

    @Abuse
    void handlersWithoutMemory() throws IOException {
        try (var old = server.connect()) {
            old.get("/ok?first").readResponse(); // the server soon closes a connection without any request
            for (var i = 0; i < 20; i++) {
                try (var client = server.connect()) {
                    assertThat(client.get("/too-large").readToEnd()).isEmpty();
                    assertThat(client.fate()).isEqualTo(Fate.CLOSED);
                }
                assertThat(old.get("/ok?" + i).readResponse().text()).isEqualTo("" + i);
            }
        }
    }

    private static CompletableFuture<Void> running(Swarm.Meanwhile action) {
        return CompletableFuture.runAsync(() -> {
            try {
                action.happens();
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
    }
}
