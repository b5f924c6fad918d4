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
 * Connections leave HTTP by a 101 at about the time when the limit of their request passes, which the loop looks at
 * that very moment, and late, since the limits of many others pass as well. After a 101 that the handler was told has
 * been sent, no limit holds any more. The fault was: "plain writes to one deadline from two threads: a total limit
 * can come back after a 101". By chance, but often: some of a round's connections are hit.
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
                look = Duration.ofMillis(1); // it has been waited for all of them
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

    /** Not, if the machine took longer than the limits: then it was cut off before the handler was told of the 101. */
    private static boolean isUpgraded(RawClient client) throws IOException {
        return client.readUntil("\r\n\r\n").startsWith("HTTP/1.1 101 ")
                && client.readText(1).equals("!");
    }

    private void upgradeAndEcho(HttpExchange exchange) throws IOException {
        long begin = System.nanoTime();
        exchange.getRequestBody().read();
        long target = begin + REQUEST_LIMIT.toNanos() + random.nextInt(60_000_000) - 5_000_000;
        LockSupport.parkNanos(target - System.nanoTime()); // not for order: to hit the loop when it looks at the limits
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
