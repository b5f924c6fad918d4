package dev.ringer.tls;

import static dev.ringer.tls.RecordClient.connectClear;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Mode;
import dev.ringer.testkit.OnRinger;
import dev.ringer.testkit.TestKeys;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLEngine;
import org.junit.jupiter.api.Test;

/** Clients that do not want to complete a handshake. */
class HandshakeAttackTest {
    /** A content type, a version, the length of two bytes; then level fatal and a description. */
    private static final int ALERT_RECORD = 7;

    private static final byte ALERT = 21;
    private static final byte FATAL = 2;

    @OnRinger
    void answersClearTextWithAFatalAlert(Mode mode) throws Exception {
        AtomicInteger calls = new AtomicInteger();
        try (TlsServers server = TlsServers.plan()
                        .mode(mode)
                        .handler(exchange -> calls.incrementAndGet())
                        .start();
                Socket socket = connectClear(server.port())) {
            socket.getOutputStream().write("GET / HTTP/1.1\r\nHost: test\r\n\r\n".getBytes(StandardCharsets.US_ASCII));

            byte[] answer = socket.getInputStream().readAllBytes();

            assertThat(answer).hasSize(ALERT_RECORD);
            assertThat(answer[0]).isEqualTo(ALERT);
            assertThat(answer[5]).isEqualTo(FATAL);
            assertThat(calls).hasValue(0);
        }
    }

    @Test
    void answersRubbishWithAFatalAlert() throws Exception {
        try (TlsServers server = TlsServers.plan().start();
                Socket socket = connectClear(server.port())) {
            byte[] rubbish = new byte[100_000];
            Arrays.fill(rubbish, (byte) 0xa5);
            socket.getOutputStream().write(rubbish);

            byte[] answer = socket.getInputStream().readAllBytes();

            assertThat(answer).hasSize(ALERT_RECORD);
            assertThat(answer[0]).isEqualTo(ALERT);
        }
    }

    @Test
    void closesOnARecordThatIsLongerThanAnyMayBe() throws Exception {
        try (TlsServers server = TlsServers.plan().start();
                Socket socket = connectClear(server.port())) {
            socket.getOutputStream().write(new byte[] {22, 3, 1, (byte) 0xff, (byte) 0xff});

            assertThat(endOf(socket)).isTrue();
        }
    }

    @Test
    void takesAHelloByteByByte() throws Exception {
        byte[] hello = clientHello();
        try (TlsServers server = TlsServers.plan().start();
                Socket socket = connectClear(server.port())) {
            for (byte one : hello) {
                socket.getOutputStream().write(one);
            }

            assertThat(socket.getInputStream().read()).isEqualTo(22); // the server's hello
        }
    }

    /** A hello as it would begin a connection. */
    private static byte[] clientHello() throws IOException {
        SSLEngine engine = TestKeys.clientContext().createSSLEngine();
        engine.setUseClientMode(true);
        ByteBuffer hello = ByteBuffer.allocate(32 * 1024);
        engine.wrap(ByteBuffer.allocate(0), hello);
        return Arrays.copyOf(hello.array(), hello.position());
    }

    @OnRinger({Mode.NO_EXECUTOR, Mode.FIXED_POOL, Mode.LOOPS})
    void fiveHundredStalledHandshakesHoldNoThreadAndEndAtTheLimit(Mode mode) throws Exception {
        byte[] hello = clientHello();
        List<Socket> stalled = new ArrayList<>();
        try (TlsServers server = TlsServers.plan()
                .mode(mode)
                .options(options -> options.tlsHandshakeTimeout(Duration.ofSeconds(4)))
                .start()) {
            RecordClient.connect(server.port(), TestKeys.clientContext()).close();
            int threadsBefore = Thread.activeCount();
            for (int i = 0; i < 500; i++) {
                stalled.add(connectClear(server.port()));
                switch (i % 4) {
                    case 0 -> {} // silent
                    case 1 -> send(stalled.get(i), hello, 1);
                    case 2 -> send(stalled.get(i), hello, hello.length / 2);
                    default -> send(stalled.get(i), hello, hello.length); // leaves the server's hello unanswered
                }
            }

            for (int i = 3; i < 500; i += 4) {
                assertThat(stalled.get(i).getInputStream().read()).isEqualTo(22); // the work for these is done
            }
            long begin = System.nanoTime();
            try (RecordClient client = RecordClient.connect(server.port(), TestKeys.clientContext())) {
                client.send("GET / HTTP/1.1\r\nHost: test\r\n\r\n").readUntil("hello");
            }
            long served = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
            int threadsAfter = Thread.activeCount();

            assertThat(served).as("milliseconds until the others were served").isLessThan(1000);
            assertThat(threadsAfter - threadsBefore).as("further threads").isLessThanOrEqualTo(4);
            for (Socket socket : stalled) {
                assertThat(endOf(socket)).isTrue();
            }
        } finally {
            for (Socket socket : stalled) {
                socket.close();
            }
        }
    }

    private static void send(Socket socket, byte[] bytes, int length) throws IOException {
        socket.getOutputStream().write(bytes, 0, length);
    }

    /** Whether the connection ends; what comes before does not matter. */
    private static boolean endOf(Socket socket) throws IOException {
        try {
            socket.getInputStream().readAllBytes();
            return true;
        } catch (SocketException reset) {
            return true;
        }
    }
}
