package dev.ringer.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.ringer.Ringer;
import dev.ringer.options.ServerOptions;
import dev.ringer.options.Settings;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.OnlyInTheClear;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Ring;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Timeout;

/**
 * Upgrades connections with a 101 at about the time when a limit for the request ends. The loop checks this limit late,
 * because many other limits end at the same time. After the handler has sent the 101, limits must no longer apply. In
 * an earlier version, two threads set the deadline with plain writes, so a total limit could come back after the 101.
 * The test depends on chance, but each round hits some connections.
 */
@Timeout(120)
class UpgradeTimeLimitTest {
    private static final Duration REQUEST_LIMIT = Duration.ofMillis(200);
    private static final Duration RESPONSE_LIMIT = Duration.ofSeconds(5);
    private static final Duration LOOK = Deadlines.QUIET;
    private static final int ROUNDS = Ring.choose(3, 10);
    private static final int UPGRADES = 40;
    private static final int SLOW_HEADS = 300;

    private final Random random = new Random(7);

    @OnlyInTheClear("the time of a handshake would blur when limits pass")
    @InModes({Mode.CACHED_POOL, Mode.VIRTUAL})
    void noLimitComesBackAfterThe101(Mode mode) throws IOException {
        ServerOptions options = ServerOptions.builder()
                .set(Settings.MAX_REQUEST_TIME, REQUEST_LIMIT)
                .set(Settings.MAX_RESPONSE_TIME, RESPONSE_LIMIT)
                .set(Settings.HEAD_TIMEOUT, REQUEST_LIMIT)
                .build();
        HttpServer bare = Ringer.create(TestServer.anyPort(), 0, options);
        try (TestServer server = TestServer.of(bare, Transport.CLEAR, mode.newExecutor())
                .handle("/", this::upgradeAndEcho)
                .start()) {
            for (int i = 0; i < ROUNDS; i++) {
                playRound(server);
            }
        }
    }

    private void playRound(TestServer server) throws IOException {
        List<RawClient> upgrades = new ArrayList<>();
        List<RawClient> others = new ArrayList<>();
        try {
            for (int i = 0; i < UPGRADES; i++) {
                upgrades.add(RawClient.connect(server.port(), Transport.CLEAR)
                        .send("POST / HTTP/1.1\r\nHost: test\r\nConnection: upgrade\r\nUpgrade: echo\r\n"
                                + "Content-Length: 1\r\n\r\nx"));
                for (int j = 0; j < SLOW_HEADS / UPGRADES; j++) {
                    others.add(RawClient.connect(server.port(), Transport.CLEAR).send("GET "));
                }
            }
            List<RawClient> upgraded = new ArrayList<>();
            for (RawClient client : upgrades) {
                if (isUpgraded(client)) {
                    upgraded.add(client);
                }
            }
            Duration look = LOOK;
            for (RawClient client : upgraded) {
                assertThat(client.hasEventWithin(look))
                        .as("anything after the 101")
                        .isFalse();
                assertThat(client.send("e").readText(1)).isEqualTo("e");
                look = Duration.ofMillis(1); // the first check waited for all of them
            }
        } finally {
            for (RawClient client : upgrades) {
                client.close();
            }
            for (RawClient client : others) {
                client.close();
            }
        }
    }

    /** Whether the client got the 101. On a slow machine, a limit may have closed the connection before. */
    private static boolean isUpgraded(RawClient client) throws IOException {
        return client.readUntil("\r\n\r\n").startsWith("HTTP/1.1 101 ")
                && client.readText(1).equals("!");
    }

    private void upgradeAndEcho(HttpExchange exchange) throws IOException {
        long begin = System.nanoTime();
        exchange.getRequestBody().read();
        long target = begin + REQUEST_LIMIT.toNanos() + random.nextInt(60_000_000) - 5_000_000;
        LockSupport.parkNanos(target - System.nanoTime()); // hits the moment at which the loop checks the limits
        exchange.sendResponseHeaders(101, 0);
        InputStream in = exchange.getRequestBody();
        OutputStream out = exchange.getResponseBody();
        out.write('!');
        out.flush();
        for (int next; (next = in.read()) >= 0; ) {
            out.write(next);
            out.flush();
        }
        exchange.close();
    }
}
