package dev.ringer.http2;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.Headers;
import dev.ringer.Trailers;
import dev.ringer.headers.RingerHeaders;
import dev.ringer.internal.http.BodyBroken;
import dev.ringer.internal.http.Violation;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Http2Client;
import dev.ringer.testkit.Http2Frame;
import dev.ringer.testkit.Http2Servers;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.TestServer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Tests trailer sections that are malformed, too large, or in the place of a head. No handler sees them. */
class HostileTrailersTest {
    private static final int PROTOCOL_ERROR = 1;

    private final BlockingQueue<Object> notes = new LinkedBlockingQueue<>();

    private TestServer newServer(Mode mode) throws IOException {
        return Http2Servers.create(mode).handle("/", exchange -> {
            try {
                exchange.getRequestBody().readAllBytes();
                notes.add(Trailers.request(exchange));
            } catch (IOException broken) {
                notes.add("broken");
                throw broken;
            }
            exchange.sendResponseHeaders(204, -1);
        });
    }

    private Object note() throws InterruptedException {
        return notes.poll(Deadlines.PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void breaks(Http2Client client, int stream, int flags, String... fields) throws Exception {
        client.head(stream, "POST", "/").data(stream, "body");
        client.send(Http2Frame.HEADERS, flags, stream, Http2Client.block(fields));

        assertThat(client.answer(stream).resetCode()).as("%s", (Object) fields).isEqualTo(PROTOCOL_ERROR);
    }

    @InModes
    void breakTheirStream(Mode mode) throws Exception {
        int whole = Http2Frame.END_HEADERS | Http2Frame.END_STREAM;
        List<String> tooMany = new ArrayList<>();
        for (int i = 0; i < 201; i++) {
            tooMany.addAll(List.of("x-" + i, "y"));
        }
        try (TestServer server = newServer(mode).start();
                Http2Client client = Http2Client.open(server)) {
            breaks(client, 1, whole, "X-Sum", "1");
            breaks(client, 3, whole, ":path", "/smuggled");
            breaks(client, 5, whole, "transfer-encoding", "chunked");
            breaks(client, 7, whole, "x-sum", "a\r\nb: c");
            breaks(client, 9, whole, "x sum", "1");
            breaks(client, 11, Http2Frame.END_HEADERS, "x-sum", "1");
            breaks(client, 13, whole, tooMany.toArray(String[]::new));

            assertThat(client.get(15, "/hello").answer(15).text()).isEqualTo("hello");
            assertThat(notes).allMatch("broken"::equals); // from the handlers that had begun
        }
    }

    @InModes
    void areTooLargeRatherThanBadIfTheyHaveTooManyFields(Mode mode) throws Exception {
        String[] tooMany = new String[2 * 201];
        Arrays.fill(tooMany, "x");
        try (TestServer server = newServer(mode)) {
            server.handle("/begun", exchange -> {
                exchange.sendResponseHeaders(200, 0);
                exchange.getResponseBody().flush();
                try {
                    exchange.getRequestBody().readAllBytes();
                } catch (BodyBroken broken) {
                    notes.add(broken.violation());
                    throw broken;
                }
            });
            server.start();
            try (Http2Client client = Http2Client.open(server)) {
                client.head(1, "POST", "/begun").await(Http2Frame.HEADERS);

                client.whole(1, Http2Client.block(tooMany));

                assertThat(client.answer(1).resetCode()).isEqualTo(PROTOCOL_ERROR);
                assertThat(note()).isEqualTo(Violation.TRAILER_TOO_LARGE);
            }
        }
    }

    @InModes
    void leaveOutWhatBelongsIntoTheHead(Mode mode) throws Exception {
        try (TestServer server = newServer(mode).start();
                Http2Client client = Http2Client.open(server)) {
            client.head(1, "POST", "/").data(1, "body");
            client.whole(
                    1,
                    Http2Client.block(
                            "host",
                            "other",
                            "x-sum",
                            "1",
                            "content-length",
                            "7",
                            "authorization",
                            "Basic",
                            "cookie",
                            "a=b"));

            assertThat(client.answer(1).status()).isEqualTo(204);
            assertThat(note()).isEqualTo(RingerHeaders.of("X-Sum", "1"));
        }
    }

    @InModes
    void areNotForThoseWhoNeverSawTheEnd(Mode mode) throws Exception {
        try (TestServer server = newServer(mode)) {
            server.handle("/unread", exchange -> {
                exchange.sendResponseHeaders(204, -1);
                notes.add(Trailers.request(exchange));
            });
            server.start();
            try (Http2Client client = Http2Client.open(server)) {
                client.head(1, "POST", "/unread").data(1, "body").whole(1, Http2Client.block("x-sum", "1"));

                assertThat(client.answer(1).status()).isEqualTo(204);
                assertThat(note()).isEqualTo(new Headers());
            }
        }
    }
}
