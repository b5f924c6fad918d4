package dev.ringer.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Fate;
import dev.ringer.testkit.Http1Only;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.NotInHttp2;
import dev.ringer.testkit.Over;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Response;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;

/** Tests the responses to bodies that break a rule while a handler reads them and does not catch the exception. */
@Over({Transport.CLEAR, Transport.TLS, Transport.H2C, Transport.H2})
class UncaughtBodyFaultTest {
    private static final Map<String, String> SMALL = Map.of("ringer.maxBodySize", "10000");
    private static final String TOO_LARGE = ("3E8\r\n" + "x".repeat(1000) + "\r\n").repeat(11) + "0\r\n\r\n";

    @InModes
    void serverAnswers413ToABodyOfUnknownLengthThatIsTooLarge(Mode mode) throws IOException {
        try (TestServer server = TestServer.create(Provider.RINGER, mode, SMALL)
                .handle("/", UncaughtBodyFaultTest::read)
                .handle("/wrapped", exchange -> {
                    try {
                        read(exchange);
                    } catch (IOException e) {
                        throw new IllegalStateException("a framework says", new UncheckedIOException(e));
                    }
                })
                .start()) {
            for (String path : new String[] {"/", "/wrapped"}) {
                RawClient client = server.connect().request("POST", path, "Transfer-Encoding: chunked");

                Response answer = client.send(TOO_LARGE).readResponse();

                assertThat(answer.status()).isEqualTo(413);
                assertThat(answer.text()).contains("too large");
                assertThat(client.fate()).isEqualTo(Transport.current().afterRefusal());
            }
        }
    }

    @InModes
    void serverCutsAResponseThatHasBegun(Mode mode) throws IOException {
        try (TestServer server = TestServer.create(Provider.RINGER, mode, SMALL)
                .handle("/", exchange -> {
                    exchange.sendResponseHeaders(200, 0);
                    exchange.getResponseBody().write("begun".getBytes());
                    read(exchange);
                })
                .start()) {
            RawClient client = server.connect().request("POST", "/", "Transfer-Encoding: chunked");

            String answer = client.send(TOO_LARGE).readToEnd();

            assertThat(answer).doesNotContain("413").doesNotEndWith("0\r\n\r\n");
        }
    }

    @InModes
    void handlerThatCatchesTheExceptionAnswersItself(Mode mode) throws IOException {
        try (TestServer server = TestServer.create(Provider.RINGER, mode, SMALL)
                .handle("/", exchange -> {
                    try {
                        read(exchange);
                    } catch (IOException e) {
                        exchange.sendResponseHeaders(422, -1);
                    }
                })
                .start()) {
            RawClient client = server.connect().request("POST", "/", "Transfer-Encoding: chunked");

            assertThat(client.send(TOO_LARGE).readResponse().status()).isEqualTo(422);
        }
    }

    @Http1Only(NotInHttp2.CHUNKS)
    @InModes
    void serverAnswersTheStatusOfAViolationOfTheFraming(Mode mode) throws IOException {
        Map<String, Integer> statuses = Map.of(
                "x\r\n",
                400,
                "8000000000000000\r\n",
                400,
                "1;" + "a".repeat(3000) + "\r\n",
                400,
                "1\r\nXX\r\n",
                400,
                "0\r\nX : y\r\n\r\n",
                400,
                "0\r\n" + "X: y\r\n".repeat(300) + "\r\n",
                431);
        try (TestServer server = TestServer.create(Provider.RINGER, mode)
                .handle("/", UncaughtBodyFaultTest::read)
                .start()) {
            for (Map.Entry<String, Integer> status : statuses.entrySet()) {
                RawClient client = server.connect().request("POST", "/", "Transfer-Encoding: chunked");

                Response answer = client.sendAsFarAsPossible(status.getKey()).readResponse();

                assertThat(answer.status()).as(Victim.show(status.getKey())).isEqualTo(status.getValue());
                assertThat(answer.value("Connection")).contains("close");
                assertThat(client.awaitEnd(Deadlines.PATIENCE)).isEqualTo(Fate.CLOSED);
            }
        }
    }

    private static void read(HttpExchange exchange) throws IOException {
        exchange.getRequestBody().readAllBytes();
        exchange.sendResponseHeaders(200, -1);
    }
}
