package dev.ringer.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.TestKeys;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Clients that begin a handshake, or only connect, and say no more. */
class StalledHandshakeTest {
    private static final int MANY = 500;
    private static final int HANDSHAKE_RECORD = 22;

    /** Far beyond what the handshakes before the stall and one request take, and short beside the patience of tests. */
    private static final Duration LIMIT = Duration.ofSeconds(3);

    private final byte[] hello = RecordClient.clientHello();
    private final List<Socket> stalled = new ArrayList<>();

    StalledHandshakeTest() throws IOException {}

    /** Where a client stops. */
    private enum Stop {
        BEFORE_THE_FIRST_BYTE,
        IN_THE_FIRST_HEADER,
        IN_THE_CLIENT_HELLO,
        AFTER_THE_SERVER_HELLO
    }

    @InModes({Mode.NO_EXECUTOR, Mode.FIXED_POOL, Mode.VIRTUAL})
    void manyHoldNoThreadAndEndAtTheLimitWhileOthersAreServed(Mode mode) throws Exception {
        try (TlsServers server = TlsServers.plan()
                .mode(mode)
                .options(options -> options.tlsHandshakeTimeout(LIMIT))
                .start()) {
            serve(server); // the pool has its threads, and code is loaded
            int threadsBefore = Thread.activeCount();

            for (int i = 0; i < MANY; i++) {
                stall(server, Stop.values()[i % Stop.values().length]);
            }

            for (int i = 0; i < 5; i++) {
                assertThat(serve(server))
                        .as("milliseconds until others are served")
                        .isLessThan(1000);
            }
            assertThat(Thread.activeCount() - threadsBefore)
                    .as("further threads")
                    .isLessThanOrEqualTo(4);
            for (Socket socket : stalled) {
                assertThat(RecordClient.ends(socket)).isTrue();
            }
        } finally {
            for (Socket socket : stalled) {
                socket.close();
            }
        }
    }

    private void stall(TlsServers server, Stop stop) throws IOException {
        Socket socket = RecordClient.connectClear(server.port());
        stalled.add(socket);
        int length = switch (stop) {
            case BEFORE_THE_FIRST_BYTE -> 0;
            case IN_THE_FIRST_HEADER -> 1;
            case IN_THE_CLIENT_HELLO -> hello.length / 2;
            case AFTER_THE_SERVER_HELLO -> hello.length;
        };
        socket.getOutputStream().write(hello, 0, length);
        if (stop == Stop.AFTER_THE_SERVER_HELLO) {
            assertThat(socket.getInputStream().read()).isEqualTo(HANDSHAKE_RECORD);
        }
    }

    /** How many milliseconds a new connection and its request take. */
    private static long serve(TlsServers server) throws IOException {
        long begin = System.nanoTime();
        try (RecordClient client = RecordClient.connect(server.port(), TestKeys.clientContext())) {
            client.send("GET / HTTP/1.1\r\nHost: test\r\n\r\n").readUntil("hello");
        }
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
    }
}
