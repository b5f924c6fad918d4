package dev.ringer.soak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.RawClient;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.util.concurrent.locks.LockSupport;

/**
 * Simulates many kinds of clients, correct and faulty, each on its own connection. Checks that correct clients get
 * complete responses.
 */
final class SoakClient extends SoakVisits {
    private static final int LARGE = 1 << 20;

    SoakClient(int port, long end, long seed) {
        super(port, end, seed);
    }

    @Override
    void visit() throws IOException {
        try (var connection = RawClient.connect(port)) {
            visit(connection);
        }
    }

    private void visit(RawClient connection) throws IOException {
        switch (random.nextInt(40)) {
            case 0, 1 -> resetsInAHead(connection);
            case 2, 3 -> resetsInABody(connection);
            case 4, 5 -> resetsInAnAnswer(connection);
            case 6, 7, 8 -> halfCloses(connection);
            case 9 -> readsSlowly(connection);
            case 10, 11 -> isFailed(connection, "/throws");
            case 12, 13 -> isFailed(connection, "/throws-midway");
            case 14 -> isNeverAnswered(connection);
            case 15 -> leavesUnanswered(connection);
            case 16 -> speaksNonsense(connection);
            default -> talks(connection);
        }
    }

    private void talks(RawClient connection) throws IOException {
        for (var i = random.nextInt(30); i >= 0; i--) {
            var body = "x".repeat(random.nextInt(20_000)) + i;
            connection.post(random.nextBoolean() ? "/echo" : "/later", body);
            assertThat(connection.readResponse().text().equals(body))
                    .as("the echo is the same")
                    .isTrue();
        }
    }

    private void halfCloses(RawClient connection) throws IOException {
        connection.post("/echo", "the last words").halfClose();
        assertThat(connection.readResponse().text()).isEqualTo("the last words");
        assertThat(connection.readToEnd()).isEmpty();
    }

    private void readsSlowly(RawClient connection) throws IOException {
        connection.get("/large");
        for (var read = 0; read < LARGE; read += LARGE / 8) {
            LockSupport.parkNanos(5_000_000);
            connection.readText(LARGE / 8);
        }
    }

    private void isFailed(RawClient connection, String path) throws IOException {
        connection.get(path);
        try {
            var answer = connection.readToEnd();
            assertThat(answer).doesNotEndWith("\r\n0\r\n\r\n");
        } catch (EOFException | SocketException closed) {
            // expected: the server closes the connection if a handler fails
        }
    }

    private void isNeverAnswered(RawClient connection) throws IOException {
        assertThat(connection.get("/never").readToEnd()).isEmpty();
    }

    private void leavesUnanswered(RawClient connection) throws IOException {
        connection.get("/never").reset();
    }

    private void speaksNonsense(RawClient connection) throws IOException {
        assertThat(connection.send("nonsense\r\n\r\n").readToEnd()).startsWith("HTTP/1.1 400 ");
    }

    private void resetsInAHead(RawClient connection) throws IOException {
        connection.send("GET /echo HTTP/1.1\r\nHo").reset();
    }

    private void resetsInABody(RawClient connection) throws IOException {
        connection
                .send("POST /echo HTTP/1.1\r\nHost: test\r\nContent-Length: 100000\r\n\r\nbut no more")
                .reset();
    }

    private void resetsInAnAnswer(RawClient connection) throws IOException {
        connection.get("/large").readText(1000);
        connection.reset();
    }
}
