package dev.ringer.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.ringer.RequestBody;
import dev.ringer.multipart.Form;
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
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests the responses to bodies that break a rule while a handler reads them and does not catch the exception, or that
 * an application receives, and answers as {@link RequestBody#statusOf} says.
 */
@Over({Transport.CLEAR, Transport.TLS, Transport.H2C, Transport.H2})
class UncaughtBodyFaultTest {
    private static final Map<String, String> SMALL = Map.of("ringer.maxBodySize", "10000");
    /** Handlers begin before the body has arrived. */
    private static final Map<String, String> SMALL_UNGATHERED =
            Map.of("ringer.maxBodySize", "10000", "ringer.bodyBuffer", "0");

    private static final String FORM = "application/x-www-form-urlencoded";

    @TempDir
    private Path directory;

    private final AtomicInteger files = new AtomicInteger();
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

    /** The ways to get a body, by the path of a handler that takes this way. */
    private Map<String, HttpHandler> ways() {
        Map<String, HttpHandler> ways = new LinkedHashMap<>();
        ways.put("/read", UncaughtBodyFaultTest::read);
        ways.put("/form/read", exchange -> {
            Form.read(exchange).close();
            exchange.sendResponseHeaders(200, -1);
        });
        ways.put("/form/receive", exchange -> answerTo(exchange, Form.receive(exchange)));
        ways.put(
                "/toBytes",
                exchange -> answerTo(exchange, RequestBody.of(exchange).toBytes(0)));
        ways.put(
                "/toFile",
                exchange -> answerTo(exchange, RequestBody.of(exchange).toFile(newFile(), 0)));
        ways.put(
                "/discard",
                exchange -> answerTo(exchange, RequestBody.of(exchange).discard()));
        ways.put(
                "/dependent",
                exchange ->
                        answerTo(exchange, RequestBody.of(exchange).discard().thenApply(done -> done)));
        ways.put(
                "/subscriber",
                exchange -> RequestBody.of(exchange).subscribe(new Flow.Subscriber<>() {
                    @Override
                    public void onSubscribe(Flow.Subscription subscription) {
                        subscription.request(Long.MAX_VALUE);
                    }

                    @Override
                    public void onNext(ByteBuffer content) {}

                    @Override
                    public void onError(Throwable failure) {
                        answer(exchange, failure);
                    }

                    @Override
                    public void onComplete() {
                        answer(exchange, null);
                    }
                }));
        return ways;
    }

    private Path newFile() {
        return directory.resolve("upload" + files.incrementAndGet());
    }

    private static void answerTo(HttpExchange exchange, CompletionStage<?> stage) {
        stage.whenComplete((made, failure) -> answer(exchange, failure));
    }

    private static void answer(HttpExchange exchange, Throwable failure) {
        try (exchange) {
            exchange.sendResponseHeaders(failure == null ? 200 : RequestBody.statusOf(failure), -1);
        } catch (IOException gone) {
            // the client has left
        }
    }

    private TestServer serveWays(Mode mode, Map<String, String> properties) throws IOException {
        TestServer server = TestServer.create(Provider.RINGER, mode, properties);
        ways().forEach(server::handle);
        return server.start();
    }

    @InModes
    void applicationLearnsThatABodyIsTooLargeOrStalls(Mode mode) throws IOException {
        for (boolean stalls : new boolean[] {false, true}) {
            Map<String, String> properties =
                    stalls ? Map.of("ringer.bodyStallTimeout", "100 ms", "ringer.bodyBuffer", "0") : SMALL_UNGATHERED;
            try (TestServer server = serveWays(mode, properties)) {
                for (String path : ways().keySet()) {
                    RawClient client = server.connect()
                            .request("POST", path, "Transfer-Encoding: chunked", "Content-Type: " + FORM);

                    Response answer =
                            client.send(stalls ? "1\r\nx\r\n" : TOO_LARGE).readResponse();

                    assertThat(answer.status()).as(path).isEqualTo(stalls ? 408 : 413);
                }
            }
        }
        assertThat(directory).isEmptyDirectory();
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
        Map<String, Integer> statuses = statusesOfTheFraming();
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

    @Http1Only(NotInHttp2.CHUNKS)
    @InModes
    void applicationLearnsTheStatusOfAViolationOfTheFraming(Mode mode) throws IOException {
        try (TestServer server = serveWays(mode, SMALL_UNGATHERED)) {
            for (Map.Entry<String, Integer> status : statusesOfTheFraming().entrySet()) {
                for (String path : ways().keySet()) {
                    RawClient client = server.connect()
                            .request("POST", path, "Transfer-Encoding: chunked", "Content-Type: " + FORM);

                    Response answer =
                            client.sendAsFarAsPossible(status.getKey()).readResponse();

                    assertThat(answer.status())
                            .as(path + ": " + Victim.show(status.getKey()))
                            .isEqualTo(status.getValue());
                }
            }
        }
        assertThat(directory).isEmptyDirectory();
    }

    private static Map<String, Integer> statusesOfTheFraming() {
        return Map.of(
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
    }

    private static void read(HttpExchange exchange) throws IOException {
        exchange.getRequestBody().readAllBytes();
        exchange.sendResponseHeaders(200, -1);
    }
}
