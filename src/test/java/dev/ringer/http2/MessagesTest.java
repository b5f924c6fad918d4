package dev.ringer.http2;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Field;
import dev.ringer.testkit.Gate;
import dev.ringer.testkit.Http2Answer;
import dev.ringer.testkit.Http2Client;
import dev.ringer.testkit.Http2Frame;
import dev.ringer.testkit.Http2Servers;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.TestServer;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;

/** Tests how the API presents requests and responses of HTTP/2, and which requests are malformed. */
@Timeout(60)
class MessagesTest {
    private static final int PROTOCOL_ERROR = 1;

    private final CompletableFuture<Object> told = new CompletableFuture<>();

    @InModes
    void looksLikeAnyOther(Mode mode) throws Exception {
        HttpHandler tell = exchange -> {
            told.complete(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " " + exchange.getProtocol()
                    + " " + exchange.getRequestHeaders().entrySet() + " "
                    + exchange.getLocalAddress()
                            .equals(exchange.getHttpContext().getServer().getAddress()));
            Http2Servers.respond(exchange, "");
        };
        try (TestServer server = Http2Servers.create(mode).handle("/tell", tell).start();
                Http2Client client = Http2Client.open(server)) {
            client.get(1, "/tell/%41?q=%20&x", "cookie", "a=1", "x-name", "value", "cookie", "b=2");

            assertThat(client.answer(1).status()).isEqualTo(200);
            assertThat(told.get(10, TimeUnit.SECONDS))
                    .isEqualTo("GET /tell/%41?q=%20&x HTTP/2.0 [Host=[test], Cookie=[a=1; b=2], X-name=[value]] true");
        }
    }

    @InModes
    void framesResponsesAsTheyAreMeant(Mode mode) throws Exception {
        try (TestServer server = Http2Servers.create(mode)
                        .handle("/empty", exchange -> exchange.sendResponseHeaders(200, -1))
                        .handle("/204", exchange -> exchange.sendResponseHeaders(204, -1))
                        .handle("/streamed", exchange -> {
                            exchange.sendResponseHeaders(200, 0);
                            exchange.getResponseBody().write('x');
                            exchange.close();
                        })
                        .start();
                Http2Client client = Http2Client.open(server)) {
            client.get(1, "/empty").get(3, "/204").get(5, "/streamed").get(7, "/hello");
            client.whole(9, Http2Client.request("HEAD", "/hello"));

            assertThat(client.answer(1).value("content-length")).contains("0");
            assertThat(client.answer(3).value("content-length")).isEmpty();
            assertThat(client.answer(5).value("content-length")).isEmpty();
            assertThat(client.answer(5).text()).isEqualTo("x");
            assertThat(client.answer(7).value("content-length")).contains("5");
            assertThat(client.answer(7).value("date")).isPresent();
            assertThat(client.answer(9).status()).isEqualTo(200);
            assertThat(client.answer(9).content()).isEmpty();
        }
    }

    @InModes(Mode.NO_EXECUTOR)
    void sendsAWholeResponseInTwoFrames(Mode mode) throws Exception {
        try (TestServer server = Http2Servers.create(mode).start();
                Http2Client client = Http2Client.open(server)) {
            client.get(1, "/hello");

            Http2Frame head = client.await(Http2Frame.HEADERS);
            Http2Frame content = client.read();

            assertThat(head.endsStream()).isFalse();
            assertThat(content.type()).isEqualTo(Http2Frame.DATA);
            assertThat(content.endsStream()).isTrue();
        }
    }

    @InModes
    void dropsWhatIsAboutHttp1Connections(Mode mode) throws Exception {
        try (TestServer server = Http2Servers.create(mode)
                        .handle("/old", exchange -> {
                            exchange.getResponseHeaders().set("Connection", "keep-alive");
                            exchange.getResponseHeaders().set("Keep-Alive", "timeout=5");
                            exchange.getResponseHeaders().set("Transfer-Encoding", "chunked");
                            exchange.getResponseHeaders().set("Upgrade", "x");
                            exchange.getResponseHeaders().set("Proxy-Connection", "x");
                            exchange.getResponseHeaders().set("X-Kept", " value ");
                            Http2Servers.respond(exchange, "body");
                        })
                        .start();
                Http2Client client = Http2Client.open(server)) {
            Http2Answer answer = client.get(1, "/old").answer(1);

            assertThat(answer.heads().get(0).stream().map(Field::name))
                    .containsExactlyInAnyOrder(":status", "date", "x-kept", "content-length");
            assertThat(answer.value("x-kept")).contains("value");
        }
    }

    @InModes
    void writesNothingOfAHeadThatCannotBeSent(Mode mode) throws Exception {
        try (TestServer server = Http2Servers.create(mode)
                        .handle("/bad", exchange -> {
                            exchange.getResponseHeaders().set("Not a token", "x");
                            try {
                                exchange.sendResponseHeaders(200, -1);
                            } catch (IllegalArgumentException e) {
                                exchange.getResponseHeaders().clear();
                                exchange.getResponseHeaders().set("X-Caught", "yes");
                                exchange.sendResponseHeaders(500, -1);
                            }
                        })
                        .start();
                Http2Client client = Http2Client.open(server)) {
            Http2Answer answer = client.get(1, "/bad").answer(1);

            assertThat(answer.status()).isEqualTo(500);
            assertThat(answer.value("x-caught")).contains("yes");
            assertThat(client.get(3, "/hello").answer(3).text()).isEqualTo("hello");
        }
    }

    @InModes
    void sendsInterimResponsesButNo101(Mode mode) throws Exception {
        try (TestServer server = Http2Servers.create(mode)
                        .handle("/early", exchange -> {
                            exchange.getResponseHeaders().set("Link", "</style.css>");
                            exchange.sendResponseHeaders(103, -1);
                            try {
                                exchange.sendResponseHeaders(101, -1);
                            } catch (IllegalStateException e) {
                                told.complete(e);
                            }
                            Http2Servers.respond(exchange, "then");
                        })
                        .start();
                Http2Client client = Http2Client.open(server)) {
            Http2Answer answer = client.get(1, "/early").answer(1);

            assertThat(answer.heads()).hasSize(2);
            assertThat(answer.heads().get(0).get(0)).isEqualTo(new Field(":status", "103"));
            assertThat(answer.text()).isEqualTo("then");
            assertThat(told).isCompletedWithValueMatching(IllegalStateException.class::isInstance);
        }
    }

    @InModes
    void asksForTheContentWhenItIsRead(Mode mode) throws Exception {
        try (TestServer server = Http2Servers.create(mode).start();
                Http2Client client = Http2Client.open(server)) {
            client.head(1, "POST", "/echo", "expect", "100-continue");
            client.await(Http2Frame.HEADERS);
            assertThat(client.soFar(1).heads()).containsExactly(List.of(new Field(":status", "100")));

            client.end(1, "asked for");

            assertThat(client.answer(1).text()).isEqualTo("asked for");
        }
    }

    @InModes
    void takesTrailers(Mode mode) throws Exception {
        try (TestServer server = Http2Servers.create(mode).start();
                Http2Client client = Http2Client.open(server)) {
            client.head(1, "POST", "/echo").data(1, "body");
            client.whole(1, Http2Client.block("x-checksum", "1234"));
            client.head(3, "POST", "/echo").data(3, "body");
            client.whole(3, Http2Client.block(":path", "/other"));

            assertThat(client.answer(1).text()).isEqualTo("body");
            assertThat(client.answer(3).resetCode()).isEqualTo(PROTOCOL_ERROR);
        }
    }

    @InModes
    void breaksOffWhatIsNotAsLongAsDeclared(Mode mode) throws Exception {
        Gate gate = new Gate();
        HttpHandler tell = exchange -> {
            gate.arrive();
            try {
                exchange.getRequestBody().readAllBytes();
                told.complete("a normal end");
            } catch (IOException e) {
                told.complete(e);
                throw e;
            }
        };
        try (TestServer server = Http2Servers.create(mode).handle("/tell", tell).start();
                Http2Client client = Http2Client.open(server)) {
            client.head(1, "POST", "/tell", "content-length", "100000");
            gate.awaitArrival();
            client.end(1, "short");

            assertThat(client.answer(1).resetCode()).isEqualTo(PROTOCOL_ERROR);
            assertThat(told.get(Deadlines.PATIENCE.toMillis(), TimeUnit.MILLISECONDS))
                    .isInstanceOf(IOException.class);
            client.head(3, "POST", "/echo", "content-length", "2").end(3, "long");
            assertThat(client.answer(3).resetCode()).isEqualTo(PROTOCOL_ERROR);
            client.head(5, "POST", "/echo", "content-length", "10")
                    .data(5, "12345")
                    .end(5, "678901");
            assertThat(client.answer(5).resetCode()).isEqualTo(PROTOCOL_ERROR);
        }
    }

    @InModes(Mode.NO_EXECUTOR)
    void answersWhatIsMerelyTooMuchAndResetsWhatIsMalformed(Mode mode) throws Exception {
        try (TestServer server = Http2Servers.create(
                                mode, "sun.net.httpserver.maxReqHeaders", "10", "ringer.maxBodySize", "5")
                        .start();
                Http2Client client = Http2Client.open(server)) {
            String[] many = new String[22];
            for (int i = 0; i < many.length; i++) {
                many[i] = i % 2 == 0 ? "x-" + i : "v";
            }
            client.get(1, "/hello", many);
            client.whole(3, Http2Client.block(":method", "CONNECT", ":authority", "test:443"));
            client.whole(5, Http2Client.block(":method", "GET", ":scheme", "http", ":path", "/hello"));
            client.get(7, "/hello", "Upper", "case");
            client.get(9, "/hello", "connection", "close");
            client.get(11, "/h|llo");
            client.head(13, "POST", "/echo", "content-length", "6");
            client.get(15, "/hello", "host", "other");
            client.get(17, "/hello", "x-name", " value");

            assertThat(client.answer(1).status()).isEqualTo(431);
            assertThat(client.answer(3).status()).isEqualTo(501);
            assertThat(client.answer(5).status()).isEqualTo(400);
            assertThat(client.answer(7).resetCode()).isEqualTo(PROTOCOL_ERROR);
            assertThat(client.answer(9).resetCode()).isEqualTo(PROTOCOL_ERROR);
            assertThat(client.answer(11).status()).isEqualTo(400);
            assertThat(client.answer(13).status()).isEqualTo(413);
            assertThat(client.answer(15).resetCode()).isEqualTo(PROTOCOL_ERROR);
            assertThat(client.answer(17).resetCode()).isEqualTo(PROTOCOL_ERROR);
            assertThat(client.get(19, "/hello").answer(19).text()).isEqualTo("hello");
        }
    }

    @InModes(Mode.NO_EXECUTOR)
    void sendsHeadsLargerThanAFrame(Mode mode) throws Exception {
        String value = "0123456789!".repeat(8_000);
        try (TestServer server = Http2Servers.create(mode)
                        .handle("/head", exchange -> {
                            exchange.getResponseHeaders().set("X-Large", value);
                            Http2Servers.respond(exchange, "body");
                        })
                        .start();
                Http2Client client = Http2Client.open(server)) {
            Http2Answer answer = client.get(1, "/head").answer(1);

            assertThat(answer.value("x-large")).contains(value);
            assertThat(answer.text()).isEqualTo("body");
        }
    }

    @InModes(Mode.NO_EXECUTOR)
    void servesWhatComesByteByByte(Mode mode) throws Exception {
        try (TestServer server = Http2Servers.create(mode).start();
                Http2Client client = Http2Client.connect(server)) {
            client.preface();
            byte[] block = Http2Client.request("POST", "/echo");
            List<Http2Frame> frames = List.of(
                    new Http2Frame(Http2Frame.SETTINGS, 0, 0, Http2Client.settings(3, 100)),
                    new Http2Frame(Http2Frame.HEADERS, 0, 1, block),
                    new Http2Frame(Http2Frame.CONTINUATION, Http2Frame.END_HEADERS, 1, new byte[0]),
                    new Http2Frame(Http2Frame.DATA, Http2Frame.END_STREAM, 1, "bytes".getBytes()));
            for (Http2Frame frame : frames) {
                for (byte next : frame.encoded()) {
                    client.send(new byte[] {next});
                    server.settle();
                }
            }

            assertThat(client.answer(1).text()).isEqualTo("bytes");
        }
    }

    @InModes(Mode.FIXED_POOL)
    void mayBeEndedByAnotherThreadAtAnyTime(Mode mode) throws Exception {
        CompletableFuture<HttpExchange> kept = new CompletableFuture<>();
        try (TestServer server = Http2Servers.create(mode)
                        .handle("/keep", kept::complete)
                        .start();
                Http2Client client = Http2Client.open(server)) {
            client.get(1, "/keep");
            HttpExchange exchange = kept.get(10, TimeUnit.SECONDS);
            exchange.sendResponseHeaders(200, 0);

            exchange.close();
            exchange.close();

            assertThat(client.answer(1).complete()).isTrue();
        }
    }
}
