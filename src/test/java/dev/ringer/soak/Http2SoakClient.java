package dev.ringer.soak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Http2Answer;
import dev.ringer.testkit.Http2Client;
import dev.ringer.testkit.Http2Frame;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.function.Consumer;

/**
 * An HTTP/2 client that runs up to a dozen streams at the same time and mixes their frames. Some streams behave well,
 * and some badly. Streams that behave well must be answered in full. A connection sends less than the server's windows
 * allow, so the client does not count the windows.
 */
final class Http2SoakClient extends SoakVisits {
    private static final int LARGE = 1 << 20;
    private static final int MAX_ROUNDS = 6;
    private static final int MAX_STREAMS = 12;
    private static final int MAX_PIECE = 2_000;

    /** An action on the connection. */
    private interface Step {
        void run() throws IOException;
    }

    // state of the current connection
    private Http2Client connection;
    private int nextStream;
    private List<Queue<Step>> streams; // the remaining actions of each stream in this round
    private List<Step> checks; // run after the actions of this round

    Http2SoakClient(int port, long end, long seed) {
        super(port, end, seed);
    }

    @Override
    void visit() throws IOException {
        try (var client = Http2Client.connect(port)) {
            connection = client.begin();
            nextStream = 1;
            for (var round = random.nextInt(MAX_ROUNDS); round >= 0; round--) {
                runRound();
            }
            leave();
        }
    }

    private void runRound() throws IOException {
        streams = new ArrayList<>();
        checks = new ArrayList<>();
        for (var i = random.nextInt(MAX_STREAMS); i >= 0; i--) {
            streams.add(new ArrayDeque<>());
            begin(nextStream);
            nextStream += 2;
        }
        openAll();
        while (!streams.isEmpty()) {
            var steps = streams.get(random.nextInt(streams.size()));
            if (steps.isEmpty()) {
                streams.remove(steps);
            } else {
                steps.poll().run();
            }
        }
        for (var check : checks) {
            check.run();
        }
    }

    /** Sends the HEADERS of all streams in order, because stream numbers must rise. */
    private void openAll() throws IOException {
        for (var steps : streams) {
            steps.poll().run();
        }
    }

    private void then(Step step) {
        streams.get(streams.size() - 1).add(step);
    }

    private void begin(int stream) {
        switch (random.nextInt(30)) {
            case 0, 1 -> isCancelled(stream);
            case 2, 3 -> isCancelledInItsBody(stream);
            case 4, 5 -> isCancelledInItsAnswer(stream);
            case 6 -> downloads(stream);
            case 7, 8, 9 -> isFailed(stream, "/throws");
            case 10, 11 -> isFailed(stream, random.nextInt(4) == 0 ? "/never" : "/throws-midway");
            case 12, 13, 14 -> talks(stream, "/later", true);
            case 15 -> chatters(stream);
            default -> talks(stream, "/echo", random.nextInt(4) == 0);
        }
    }

    private void talks(int stream, String path, boolean trailers) {
        then(() -> connection.head(stream, "POST", path));
        var body = new StringBuilder();
        for (var i = random.nextInt(4); i > 0; i--) {
            var piece = "x".repeat(random.nextInt(MAX_PIECE)) + i;
            body.append(piece);
            then(() -> connection.data(stream, piece));
        }
        then(() -> end(stream, trailers));
        isAnswered(
                stream,
                answer -> assertThat(answer.text().contentEquals(body))
                        .as("the echo is the same")
                        .isTrue());
    }

    private void end(int stream, boolean trailers) throws IOException {
        if (trailers) {
            connection.whole(stream, Http2Client.block("checksum", "1"));
        } else {
            connection.end(stream, "");
        }
    }

    private void downloads(int stream) {
        then(() -> connection.get(stream, "/large"));
        isAnswered(stream, answer -> assertThat(answer.content().length).isEqualTo(LARGE));
    }

    /** Requires a complete answer. On a busy machine, the server may reset the stream after its time limit. */
    private void isAnswered(int stream, Consumer<Http2Answer> check) {
        var begin = System.nanoTime();
        checks.add(() -> {
            var answer = connection.answer(stream);
            if (answer.complete()) {
                check.accept(answer);
            } else {
                assertThat(answer.resetAt() - begin)
                        .as("until it was reset with %d", answer.resetCode())
                        .isGreaterThanOrEqualTo(SoakServerProcess.TIME_LIMIT.toNanos());
            }
        });
    }

    private void isFailed(int stream, String path) {
        then(() -> connection.get(stream, path));
        checks.add(() -> {
            var answer = connection.answer(stream);
            assertThat(answer.complete() && answer.status() == 200)
                    .as("half an answer looks whole")
                    .isFalse();
        });
    }

    private void isCancelled(int stream) {
        then(() -> connection.head(stream, "POST", "/echo"));
        then(() -> connection.reset(stream));
    }

    private void isCancelledInItsBody(int stream) {
        then(() -> connection.head(stream, "POST", random.nextBoolean() ? "/echo" : "/never"));
        then(() -> connection.data(stream, "x".repeat(random.nextInt(MAX_PIECE))));
        then(() -> connection.reset(stream));
    }

    private void isCancelledInItsAnswer(int stream) {
        then(() -> connection.get(stream, "/large"));
        checks.add(() -> {
            var answer = connection.soFar(stream);
            while (answer.content().length == 0 && !answer.over()) {
                connection.read();
            }
            connection.reset(stream);
        });
    }

    /** Sends PING, WINDOW_UPDATE and SETTINGS frames after a request. */
    private void chatters(int stream) {
        then(() -> connection.get(stream, "/echo"));
        then(() -> connection.ping("chatting"));
        then(() -> connection.windowUpdate(0, 1 + random.nextInt(1000)));
        then(() -> connection.send(Http2Frame.SETTINGS, 0, 0, new byte[0]));
        isAnswered(stream, answer -> assertThat(answer.content()).isEmpty());
    }

    /** Ends the connection by GOAWAY, by a protocol error, or by a reset during a request. */
    private void leave() throws IOException {
        switch (random.nextInt(4)) {
            case 0 -> {
                connection.send(Http2Frame.DATA, 0, 0, new byte[1]);
                assertThat(connection.readToEnd()).isEqualTo(1); // PROTOCOL_ERROR
            }
            case 1 -> {
                connection.head(nextStream, "POST", "/echo").data(nextStream, "and no more");
                connection.socket().setSoLinger(true, 0); // close() then sends a reset
            }
            default -> connection.send(Http2Frame.GOAWAY, 0, 0, new byte[8]);
        }
    }
}
