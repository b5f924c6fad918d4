package dev.ringer.http2;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import dev.ringer.testkit.Http2Answer;
import dev.ringer.testkit.Http2Client;
import dev.ringer.testkit.Http2Frame;
import dev.ringer.testkit.Http2Servers;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.TestServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Timeout;

/**
 * Runs fifty streams at a time in random order: content in parts of random sizes, resets, changes of windows and
 * settings, pings. The server must answer each stream that was not reset with exactly its own content.
 */
@Timeout(300)
class ModelTest {
    private static final int ROUNDS = 6;
    private static final int STREAMS = 50;

    /** The state of a stream as the client knows it. */
    private static final class Model {
        final int id;
        final StringBuilder sent = new StringBuilder();
        int partsLeft;
        boolean reset;

        Model(int id, int parts) {
            this.id = id;
            this.partsLeft = parts;
        }
    }

    private final Random random = new Random(9113);

    /** Each handler has its own thread, because it waits for content before it echoes. */
    @InModes({Mode.CACHED_POOL, Mode.VIRTUAL})
    void answersEachStreamByItsOwn(Mode mode) throws Exception {
        try (TestServer server = Http2Servers.create(mode)
                        .handle("/pass", ModelTest::pass)
                        .start();
                Http2Client client = Http2Client.open(server)) {
            int next = 1;
            for (int round = 0; round < ROUNDS; round++) {
                List<Model> streams = new ArrayList<>();
                for (int i = 0; i < STREAMS; i++, next += 2) {
                    streams.add(new Model(next, random.nextInt(6)));
                }
                play(client, streams);
                check(client, streams);
            }
        }
    }

    private static void pass(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, 0);
        byte[] part = new byte[777];
        try (InputStream in = exchange.getRequestBody();
                OutputStream out = exchange.getResponseBody()) {
            for (int count; (count = in.read(part)) >= 0; ) {
                out.write(part, 0, count);
            }
        }
    }

    private void play(Http2Client client, List<Model> streams) throws IOException {
        for (Model stream : streams) {
            client.head(stream.id, "POST", "/pass");
        }
        List<Model> open = new ArrayList<>(streams);
        while (!open.isEmpty()) {
            Model stream = open.get(random.nextInt(open.size()));
            switch (random.nextInt(12)) {
                case 0 -> {
                    stream.reset = true;
                    client.reset(stream.id);
                    open.remove(stream);
                }
                case 1 -> changeSettings(client);
                case 2 -> client.windowUpdate(stream.id, 1 + random.nextInt(10_000));
                case 3 -> client.ping("12345678").await(Http2Frame.PING);
                default -> advance(client, stream, open);
            }
        }
        client.send(Http2Frame.SETTINGS, 0, 0, Http2Client.settings(4, 1 << 20));
    }

    /** Changes the settings rarely: more than a hundred changes in 30 seconds would be an attack. */
    private void changeSettings(Http2Client client) throws IOException {
        if (random.nextInt(4) == 0) {
            int[] settings = {4, random.nextInt(100_000), 1, random.nextInt(8_000)};
            client.send(Http2Frame.SETTINGS, 0, 0, Http2Client.settings(settings));
        }
    }

    private void advance(Http2Client client, Model stream, List<Model> open) throws IOException {
        if (stream.partsLeft-- > 0) {
            String part = (stream.id + " ").repeat(random.nextInt(600));
            stream.sent.append(part);
            client.data(stream.id, part);
        } else {
            client.end(stream.id, "");
            open.remove(stream);
        }
    }

    private static void check(Http2Client client, List<Model> streams) throws IOException {
        for (Model stream : streams) {
            if (!stream.reset) {
                Http2Answer answer = client.answer(stream.id);
                assertThat(answer.complete()).isTrue();
                assertThat(answer.text()).isEqualTo(stream.sent.toString());
            }
        }
    }
}
