package dev.ringer.abuse;

import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Response;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Sends a valid request twenty times a second, now and then on a new connection, and checks each answer in full. The
 * time of a request counts from when it was due, even if an earlier request delays it.
 */
final class WellBehavedClient implements Callable<WaitingTimes> {
    private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final int MOST_REQUESTS_OF_A_CONNECTION = 30;
    private static final int MOST_OCTETS = 60_000;
    private static final String HEAD = " HTTP/1.1\r\nHost: test\r\n";
    private static final String PATTERN = pattern();

    private final int port;
    private final Transport transport;
    private final BooleanSupplier over;
    private final Random random;
    private final WaitingTimes times = new WaitingTimes();

    WellBehavedClient(int port, Transport transport, BooleanSupplier over, long seed) {
        this.port = port;
        this.transport = transport;
        this.over = over;
        this.random = new Random(seed);
    }

    /** Returns the longest answer of {@code /pattern}. */
    private static String pattern() {
        StringBuilder pattern = new StringBuilder();
        for (int i = 0; i < MOST_OCTETS; i++) {
            pattern.append((char) ('!' + i % 89));
        }
        return pattern.toString();
    }

    @Override
    public WaitingTimes call() throws IOException {
        long due = System.nanoTime() + random.nextInt((int) PERIOD_NANOS);
        while (!over.getAsBoolean()) {
            due = useConnection(due, 1 + random.nextInt(MOST_REQUESTS_OF_A_CONNECTION));
        }
        return times;
    }

    /** Returns the waiting times so far, also after a failed request. */
    WaitingTimes times() {
        return times;
    }

    /** Sends so many requests on a new connection, and returns when the next one is due. */
    private long useConnection(long firstDue, int requests) throws IOException {
        long due = firstDue;
        await(due);
        try (RawClient connection = RawClient.connect(port, transport)) {
            for (int i = 0; i < requests && !over.getAsBoolean(); i++) {
                await(due);
                visit(connection, due);
                times.add(System.nanoTime() - due);
                due += PERIOD_NANOS;
            }
        }
        return due;
    }

    private static void await(long time) {
        for (long left = time - System.nanoTime(); left > 0; left = time - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    private void visit(RawClient connection, long due) throws IOException {
        int kind = random.nextInt(6);
        try {
            switch (kind) {
                case 0 -> asksInTwoPackets(connection);
                case 1 -> uploads(connection);
                case 2 -> downloads(connection);
                case 3 -> pipelines(connection);
                default -> asks(connection);
            }
        } catch (IOException | AssertionError e) {
            long waited = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - due);
            throw new AssertionError(
                    "a well-behaved client (" + transport + ", kind " + kind + ") was let down after " + waited + " ms",
                    e);
        }
    }

    private void asks(RawClient connection) throws IOException {
        int number = random.nextInt();

        expect("" + number, connection.get("/ok?" + number).readResponse());
    }

    private void asksInTwoPackets(RawClient connection) throws IOException {
        connection.send("GET /ok?two" + HEAD + "X: " + "y".repeat(random.nextInt(3000)));
        connection.send("z\r\n\r\n");

        expect("two", connection.readResponse());
    }

    private void uploads(RawClient connection) throws IOException {
        int length = random.nextInt(20_000);

        expect("" + length, connection.post("/count", "u".repeat(length)).readResponse());
    }

    private void downloads(RawClient connection) throws IOException {
        int length = random.nextInt(MOST_OCTETS);

        expect(
                PATTERN.substring(0, length),
                connection.get("/pattern?" + length).readResponse());
    }

    private void pipelines(RawClient connection) throws IOException {
        connection.send("GET /ok?1" + HEAD + "\r\nGET /ok?2" + HEAD + "\r\n");

        expect("1", connection.readResponse());
        expect("2", connection.readResponse());
    }

    private static void expect(String text, Response answer) {
        if (answer.status() != 200 || !answer.complete() || !answer.text().equals(text)) {
            throw new AssertionError(answer.statusLine() + " with " + answer.body().length + " octets, complete: "
                    + answer.complete() + ", instead of " + text.length() + " octets");
        }
    }
}
