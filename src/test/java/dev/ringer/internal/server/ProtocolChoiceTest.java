package dev.ringer.internal.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsExchange;
import dev.ringer.internal.protocol.Protocol;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Response;
import dev.ringer.testkit.TestServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Timeout;

/** Two protocols on one port: by the first bytes in the clear, by ALPN over TLS. What was read for the choice goes along. */
@Timeout(60)
class ProtocolChoiceTest {
    private static final String REQUEST = "POST /told HTTP/1.1\r\nHost: test\r\nContent-Length: 4\r\n\r\nbody";

    /** A method that begins as the preface does. */
    private static final String LIKE_THE_PREFACE = "TOY /told HTTP/1.1\r\nHost: test\r\nContent-Length: 4\r\n\r\nbody";

    @InModes
    void servesHttp1OnTheSamePort(Mode mode) throws Exception {
        try (TestServer server = start(mode);
                ToyClient toy = ToyClient.open(server)) {
            RawClient client = server.connect();

            assertThat(client.send(REQUEST).readResponse().text()).isEqualTo("POST HTTP/1.1 body");
            assertThat(toy.head(1, "POST /told").data(1, "x").end(1).answer(1).body())
                    .isEqualTo("POST TOY/1 x");
            assertThat(client.send(LIKE_THE_PREFACE).readResponse().text()).isEqualTo("TOY HTTP/1.1 body");
            assertThat(server.connect().send(LIKE_THE_PREFACE).readResponse().text())
                    .isEqualTo("TOY HTTP/1.1 body");
        }
    }

    @InModes(Mode.NO_EXECUTOR)
    void servesWhatComesByteByByte(Mode mode) throws Exception {
        try (TestServer server = start(mode);
                ToyClient toy = ToyClient.connect(server)) {
            for (String request : List.of(REQUEST, LIKE_THE_PREFACE)) {
                Response response =
                        server.connect().sendBytewise(request, server).readResponse();

                assertThat(response.text()).endsWith(" HTTP/1.1 body");
            }
            for (String letter : (ToyProtocol.PREFACE + "1 HEAD 11\r\nGET /told\r\n1 END 0\r\n").split("")) {
                toy.send(letter);
                server.settle();
            }
            assertThat(toy.answer(1).body()).isEqualTo("GET TOY/1 ");
        }
    }

    @InModes(Mode.NO_EXECUTOR)
    void goesOnWithWhatCameWithThePreface(Mode mode) throws Exception {
        try (TestServer server = start(mode);
                ToyClient toy = ToyClient.connect(server)) {
            toy.send(
                    ToyProtocol.PREFACE + "1 HEAD 11\r\nGET /told\r\n3 HEAD 11\r\nGET /told\r\n1 END 0\r\n3 END 0\r\n");

            assertThat(toy.answer(1).body()).isEqualTo("GET TOY/1 ");
            assertThat(toy.answer(3).body()).isEqualTo("GET TOY/1 ");
        }
    }

    @InModes(Mode.NO_EXECUTOR)
    void refusesWhatIsNeither(Mode mode) throws Exception {
        try (TestServer server = start(mode)) {
            assertThat(server.connect().send("TOY/2\r\n\r\n").readResponse().status())
                    .isEqualTo(400);
        }
    }

    /** Each choice gives to the next what it has read; here in vain twice, then for the first and for the second. */
    @InModes(Mode.NO_EXECUTOR)
    void choosesAmongSeveral(Mode mode) throws Exception {
        try (TestServer server = ToyServers.create(
                        mode,
                        handler -> List.of(
                                ToyProtocol.offer(handler, Deadlines.PATIENCE),
                                new GreetingOffer("TOY"),
                                new GreetingOffer("TOAST, and a long wish"),
                                new GreetingOffer("T2")))
                .handle("/told", ProtocolChoiceTest::tell)
                .start()) {
            assertThat(server.connect().send("TOAST, and a long wish").readToEnd())
                    .isEqualTo("TOAST, and a long wish");
            assertThat(server.connect().send("T2").readToEnd()).isEqualTo("T2");
            assertThat(server.connect().send("TOY/1").readToEnd()).startsWith("TOY");
            assertThat(server.connect().send(REQUEST).readResponse().status()).isEqualTo(200);
            assertThat(server.connect()
                            .send("TOAS /told HTTP/1.1\r\nHost: test\r\n\r\n")
                            .readResponse()
                            .text())
                    .isEqualTo("TOAS HTTP/1.1 ");
        }
    }

    @InModes
    void goesByAlpnOverTls(Mode mode) throws Exception {
        try (TestServer server = ToyServers.createTls(mode)
                        .handle("/told", ProtocolChoiceTest::tell)
                        .start();
                ToyClient toy = ToyClient.openTls(server)) {
            toy.head(1, "POST /told").head(3, "POST /told");
            toy.data(3, "three").data(1, "one").end(1).end(3);

            assertThat(toy.answer(1).body()).isEqualTo("POST TOY/1 one over TLS");
            assertThat(toy.answer(3).body()).isEqualTo("POST TOY/1 three over TLS");
            assertThat(server.connect().send(REQUEST).readResponse().text()).isEqualTo("POST HTTP/1.1 body over TLS");
        }
    }

    private static TestServer start(Mode mode) throws IOException {
        return ToyServers.create(mode).handle("/told", ProtocolChoiceTest::tell).start();
    }

    private static void tell(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.ISO_8859_1);
        String carrier = exchange instanceof HttpsExchange ? " over TLS" : "";
        byte[] told = (exchange.getRequestMethod() + " " + exchange.getProtocol() + " " + body + carrier)
                .getBytes(StandardCharsets.ISO_8859_1);
        exchange.sendResponseHeaders(200, told.length);
        exchange.getResponseBody().write(told);
        exchange.close();
    }

    /** A protocol that says what was received and hangs up. */
    private record GreetingOffer(String greeting) implements ProtocolOffer {
        @Override
        public String alpnName() {
            return greeting;
        }

        @Override
        public byte[] preface() {
            return greeting.getBytes(StandardCharsets.US_ASCII);
        }

        @Override
        public Protocol newForLoop() {
            return (transport, received) -> {
                try {
                    transport.write(received);
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
                transport.closeInOrder();
            };
        }
    }
}
