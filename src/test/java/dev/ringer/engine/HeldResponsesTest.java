package dev.ringer.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Over;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Ring;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.ThreadKind;
import dev.ringer.testkit.Transport;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Timeout;

/**
 * Checks that finished responses of a pipelined batch reach the client, whatever happens in the next exchange. Its end
 * may coincide with the sending of the delayed responses. In an earlier version, this race could lose responses.
 */
@Timeout(120)
@Over({Transport.CLEAR, Transport.TLS})
class HeldResponsesTest {
    private static final int MILLIS = Ring.choose(300, 2_000);
    private static final int CLIENTS = 4;
    private static final int ROUNDS = Ring.choose(60, 200);
    private static final int MOST_BEFORE = 14; // up to the limit for delayed responses
    private static final int MOST_WAIT_NANOS = 3_000_000; // longer than a response may be delayed

    @InModes
    void arriveBeforeWhatFails(Mode mode) throws Exception {
        try (TestServer server = TestServer.create(Provider.RINGER, mode)
                .handle("/good", HeldResponsesTest::answer)
                .handle("/throws", exchange -> {
                    linger(exchange);
                    throw new IOException("on purpose");
                })
                .handle("/closes", exchange -> {
                    linger(exchange);
                    exchange.close();
                })
                .handle("/breaks", exchange -> {
                    exchange.sendResponseHeaders(200, 10);
                    exchange.getResponseBody().write(new byte[5]);
                    linger(exchange);
                    throw new IOException("on purpose");
                })
                .start()) {
            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(MILLIS);
            List<OwnThread> clients = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                Random random = new Random(i);
                clients.add(new OwnThread(ThreadKind.PLATFORM, () -> {
                    while (System.nanoTime() - end < 0) {
                        sendBatch(server, random);
                    }
                }));
            }

            for (OwnThread client : clients) {
                client.join();
                assertThat(client.end()).isNull();
            }
        }
    }

    /** Each round meets the stand-in thread in the state in which the round before has left it. */
    @InModes
    void arriveWhileTheNextHandlerIsAtWork(Mode mode) throws Exception {
        Semaphore read = new Semaphore(0);
        try (TestServer server = TestServer.create(Provider.RINGER, mode)
                        .handle("/good", HeldResponsesTest::answer)
                        .handle("/waits", exchange -> {
                            read.acquireUninterruptibly();
                            answer(exchange);
                        })
                        .start();
                RawClient client = RawClient.connect(server.port(), server.transport())) {
            for (int i = 0; i < ROUNDS; i++) {
                client.send(request("/good?a") + request("/good?b") + request("/waits?c"));
                assertThat(client.readResponse().text()).isEqualTo("a");
                assertThat(client.readResponse().text()).isEqualTo("b");
                read.release();
                assertThat(client.readResponse().text()).isEqualTo("c");
                if (i % 10 == 0) {
                    LockSupport.parkNanos(i * 40_000_000L / ROUNDS); // so that the stand-in thread slows down or sleeps
                }
            }
        }
    }

    private static void sendBatch(TestServer server, Random random) throws IOException {
        int before = 1 + random.nextInt(MOST_BEFORE);
        StringBuilder batch = new StringBuilder();
        for (int i = 0; i < before; i++) {
            batch.append(request("/good?" + i));
        }
        String last = List.of("/throws", "/closes", "/breaks").get(random.nextInt(3));
        batch.append(request(last + "?" + random.nextInt(MOST_WAIT_NANOS)));
        try (RawClient client = RawClient.connect(server.port(), server.transport())) {
            client.send(batch.toString());
            for (int i = 0; i < before; i++) {
                assertThat(client.readResponse().text())
                        .as("answer %d of %d before %s", i, before, last)
                        .isEqualTo("" + i);
            }
            try {
                assertThat(client.readResponse().complete()).isFalse();
            } catch (EOFException | SocketException none) {
                // there may be no response to the last request
            }
        }
    }

    private static String request(String target) {
        return "GET " + target + " HTTP/1.1\r\nHost: test\r\n\r\n";
    }

    private static void answer(HttpExchange exchange) throws IOException {
        byte[] query = exchange.getRequestURI().getQuery().getBytes();
        exchange.sendResponseHeaders(200, query.length);
        exchange.getResponseBody().write(query);
        exchange.close();
    }

    /** Waits for a random time, so that the failure may coincide with the sending of delayed responses. */
    private static void linger(HttpExchange exchange) {
        LockSupport.parkNanos(Integer.parseInt(exchange.getRequestURI().getQuery()));
    }
}
