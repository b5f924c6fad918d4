package dev.ringer.http2;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import dev.ringer.Ringer;
import dev.ringer.observe.ServerStatistics;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Http2Client;
import dev.ringer.testkit.Http2Frame;
import dev.ringer.testkit.Http2Servers;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Over;
import dev.ringer.testkit.Ring;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;

/**
 * Tests handlers and clients that behave at random and break off exchanges at any point. Afterwards, no exchange,
 * connection or memory is still counted, and the server serves a new client.
 */
@Timeout(100)
@Over({Transport.H2C, Transport.H2})
class ExchangeFuzzTest {
    private static final int INITIAL_WINDOW_SIZE = 4;
    private static final int CONNECTIONS = Ring.choose(25, 200);
    private static final int STEPS = 40;

    /** What a handler does. The query of the request selects one. */
    private enum Manner {
        ANSWERS,
        STREAMS,
        SAYS_NOTHING,
        THROWS_AT_ONCE,
        THROWS_BEHIND_ITS_HEAD,
        CLOSES_TWICE,
        READS_ALL,
        READS_A_LITTLE,
        READS_BEHIND_ITS_HEAD,
        ENDS_ON_ANOTHER_THREAD,
        WRITES_ON_ANOTHER_THREAD,
        LEAVES_THE_END_TO_ANOTHER_THREAD
    }

    private final ExecutorService others = Executors.newCachedThreadPool();

    @AfterEach
    void endOthers() {
        others.shutdownNow();
    }

    @InModes
    void leavesNothingBehind(Mode mode) throws Exception {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        String loops = "" + (1 + random.nextInt(2));
        try (TestServer server = Http2Servers.create(
                        mode, "sun.net.httpserver.maxRspTime", "300 ms", "ringer.loops", loops)
                .handle("/fuzz", this::serve)
                .start()) {
            for (int i = 0; i < CONNECTIONS; i++) {
                play(server, random);
            }

            ServerStatistics statistics = Ringer.statistics(server.server());
            Deadlines.await("seed " + seed + ": no exchange goes on", () -> statistics.exchangesInProgress() == 0);
            Deadlines.await("seed " + seed + ": no connection is left", () -> statistics.openConnections() == 0);
            Deadlines.await(
                    "seed " + seed + ": nothing is kept", () -> server.memory().taken() == 0);
            try (Http2Client client = Http2Client.open(server)) {
                assertThat(client.get(1, "/hello").answer(1).text())
                        .as("seed " + seed)
                        .isEqualTo("hello");
            }
        }
    }

    private static void play(TestServer server, Random random) throws IOException {
        try (Http2Client client = Http2Client.connect(server).preface()) {
            int window = new int[] {0, 100, 65_535, 1 << 20}[random.nextInt(4)];
            client.send(Http2Frame.SETTINGS, 0, 0, Http2Client.settings(INITIAL_WINDOW_SIZE, window));
            int next = 1;
            for (int step = 0; step < STEPS; step++) {
                int stream = next == 1 ? 1 : 1 + 2 * random.nextInt((next - 1) / 2);
                switch (next == 1 ? 0 : random.nextInt(10)) {
                    case 0, 1, 2 -> {
                        ask(client, next, random);
                        next += 2;
                    }
                    case 3 -> client.reset(stream);
                    case 4, 5 -> client.windowUpdate(stream, 1 + random.nextInt(50_000));
                    case 6 -> client.windowUpdate(0, 1 + random.nextInt(50_000));
                    case 7 -> client.data(stream, "x".repeat(random.nextInt(3_000)));
                    case 8 -> client.end(stream, "");
                    default -> client.ping("pingpong");
                }
            }
        } catch (IOException ended) {
            // the server may close the connection of such a client
        }
    }

    private static void ask(Http2Client client, int stream, Random random) throws IOException {
        Manner manner = Manner.values()[random.nextInt(Manner.values().length)];
        String path = "/fuzz?" + manner + "&" + random.nextInt(100_000);
        String[] fields = {"x-much", "y".repeat(random.nextInt(4) == 0 ? 6_000 : 10)};
        if (random.nextBoolean()) {
            client.get(stream, path, fields);
        } else {
            client.head(stream, "POST", path, fields);
        }
    }

    private void serve(HttpExchange exchange) throws IOException {
        String[] query = exchange.getRequestURI().getQuery().split("&");
        byte[] body = new byte[Integer.parseInt(query[1])];
        switch (Manner.valueOf(query[0])) {
            case ANSWERS -> answer(exchange, body);
            case STREAMS -> {
                exchange.sendResponseHeaders(200, 0);
                exchange.getResponseBody().write(body, 0, body.length / 2);
                exchange.getResponseBody().flush();
                exchange.getResponseBody().write(body, body.length / 2, body.length - body.length / 2);
                exchange.close();
            }
            case SAYS_NOTHING -> exchange.close();
            case THROWS_AT_ONCE -> throw new IllegalStateException("on purpose");
            case THROWS_BEHIND_ITS_HEAD -> {
                exchange.sendResponseHeaders(200, body.length + 1);
                exchange.getResponseBody().write(body);
                throw new IOException("on purpose");
            }
            case CLOSES_TWICE -> {
                answer(exchange, body);
                exchange.getResponseBody().close();
                exchange.close();
            }
            case READS_ALL -> {
                exchange.getRequestBody().readAllBytes();
                answer(exchange, body);
            }
            case READS_A_LITTLE -> {
                exchange.getRequestBody().read();
                answer(exchange, body);
            }
            case READS_BEHIND_ITS_HEAD -> {
                exchange.sendResponseHeaders(200, 0);
                exchange.getRequestBody().readNBytes(1_000);
                exchange.getResponseBody().write(body);
                exchange.close();
            }
            case ENDS_ON_ANOTHER_THREAD -> others.execute(exchange::close);
            case WRITES_ON_ANOTHER_THREAD ->
                others.execute(() -> {
                    try {
                        answer(exchange, body);
                    } catch (IOException gone) {
                        exchange.close();
                    }
                });
            case LEAVES_THE_END_TO_ANOTHER_THREAD -> {
                exchange.sendResponseHeaders(200, 0);
                exchange.getResponseBody().write(body);
                others.execute(exchange::close);
            }
        }
    }

    private static void answer(HttpExchange exchange, byte[] body) throws IOException {
        exchange.sendResponseHeaders(200, body.length == 0 ? -1 : body.length);
        if (body.length > 0) {
            exchange.getResponseBody().write(body);
        }
        exchange.close();
    }
}
