package dev.ringer.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.options.Settings;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Ring;
import dev.ringer.testkit.TestKeys;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/** Tests clients that stop sending before or in the TLS handshake. */
class StalledHandshakeTest {
    private static final int MANY = Ring.choose(200, 500);
    private static final int HANDSHAKE_RECORD = 22;

    /** The time limit of the handshake; a client needs less time up to the point where it stops. */
    private static final Duration LIMIT = Duration.ofMillis(500);

    private final byte[] hello = RecordClient.clientHello(0);
    private final List<Socket> stalled = new ArrayList<>();

    StalledHandshakeTest() throws IOException {}

    /** The points at which a client stops sending. */
    private enum Stop {
        BEFORE_THE_FIRST_BYTE,
        IN_THE_FIRST_HEADER,
        IN_THE_CLIENT_HELLO,
        AFTER_THE_SERVER_HELLO
    }

    @InModes({Mode.NO_EXECUTOR, Mode.FIXED_POOL, Mode.VIRTUAL})
    void manyHoldNoThreadWhileOthersAreServed(Mode mode) throws Exception {
        ThreadGroup group = new ThreadGroup("of a server"); // threads inherit it from the thread that creates them
        try (TlsServers server = startedIn(group, mode, Duration.ofMinutes(10))) {
            serve(server); // starts the pool's threads and loads classes
            int threadsBefore = group.activeCount();

            for (int i = 0; i < MANY; i++) {
                stall(server, Stop.values()[i % Stop.values().length]);
            }

            for (int i = 0; i < 5; i++) {
                serve(server); // succeeds long before the time limit
            }
            assertThat(group.activeCount() - threadsBefore)
                    .as("further threads")
                    .isLessThanOrEqualTo(4);
        } finally {
            closeAll();
        }
    }

    @InModes({Mode.NO_EXECUTOR, Mode.FIXED_POOL, Mode.VIRTUAL})
    void endAtTheLimit(Mode mode) throws Exception {
        try (TlsServers server = startedIn(new ThreadGroup("of a server"), mode, LIMIT)) {
            for (Stop stop : Stop.values()) {
                stall(server, stop);
            }

            for (Socket socket : stalled) {
                assertThat(RecordClient.ends(socket)).isTrue();
            }
        } finally {
            closeAll();
        }
    }

    private static TlsServers startedIn(ThreadGroup group, Mode mode, Duration limit) throws Exception {
        FutureTask<TlsServers> start = new FutureTask<>(() -> TlsServers.plan()
                .mode(mode)
                .options(options -> options.set(Settings.TLS_HANDSHAKE_TIMEOUT, limit))
                .start());
        new Thread(group, start).start();
        return start.get(Deadlines.PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    private void closeAll() throws IOException {
        for (Socket socket : stalled) {
            socket.close();
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

    private static void serve(TlsServers server) throws IOException {
        try (RecordClient client = RecordClient.connect(server.port(), TestKeys.clientContext())) {
            client.send("GET / HTTP/1.1\r\nHost: test\r\n\r\n").readUntil("hello");
        }
    }
}
