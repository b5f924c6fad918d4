package dev.ringer.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.BasicAuthenticator;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.ringer.multipart.Form;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Fate;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.RecordedLog;
import dev.ringer.testkit.Response;
import dev.ringer.testkit.TestServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Tests clients that try to fill the log: they cause no warnings, and the server counts what they trigger. */
@ResourceLock("com.sun.net.httpserver") // the logger, whose level each test sets
class LogFloodTest {
    /** The ways in which a handler or its framework may wrap the exception that reports a lost client. */
    private static final Map<String, Function<IOException, Throwable>> WRAPPINGS = Map.of(
            "plain",
            lost -> lost,
            "unchecked",
            UncheckedIOException::new,
            "of a framework",
            lost -> new IllegalStateException("a framework says", new RuntimeException(lost)),
            "an error",
            AssertionError::new);

    @InModes
    void isNotFilledByMalformedCredentials(Mode mode) throws IOException {
        try (RecordedLog log = RecordedLog.from(Level.FINE);
                TestServer server = TestServer.create(Provider.RINGER, mode)) {
            server.context("/log-flood", LogFloodTest::answer).setAuthenticator(new BasicAuthenticator("the realm") {
                @Override
                public boolean checkCredentials(String user, String password) {
                    return true;
                }
            });
            RawClient client = server.start().connect();
            for (String malformed : List.of("%", "", " ", "bm9jb2xvbg==", "====", "\u00e9")) {
                Response answer = client.get("/log-flood", "Authorization: Basic " + malformed)
                        .readResponse();

                assertThat(answer.status()).as(malformed).isEqualTo(401);
                if (!malformed.isBlank()) { // for blank ones, the JDK's class refuses without a challenge
                    assertThat(answer.value("WWW-Authenticate").orElse("none")).startsWith("Basic realm=\"the ");
                }
            }
            assertThat(client.fate()).isEqualTo(Fate.USABLE);
            assertThat(client.get("/log-flood", "Authorization: Basic dXNlcjpzZWNyZXQ=")
                            .readResponse()
                            .status())
                    .isEqualTo(200);
            assertThat(log.records(LogFloodTest::isWarning)).isEmpty();
        }
    }

    @InModes
    void isNotFilledByAnAuthenticatorsOwnFault(Mode mode) throws IOException {
        try (RecordedLog log = RecordedLog.from(Level.FINE);
                TestServer server = TestServer.create(Provider.RINGER, mode)) {
            server.context("/log-flood", LogFloodTest::answer).setAuthenticator(new BasicAuthenticator("realm") {
                @Override
                public boolean checkCredentials(String user, String password) {
                    throw new IllegalStateException("on purpose");
                }
            });
            server.start();

            for (int i = 0; i < 10; i++) {
                RawClient client = server.connect().get("/log-flood", "Authorization: Basic dXNlcjpzZWNyZXQ=");
                assertThat(client.awaitEnd(Deadlines.PATIENCE)).isEqualTo(Fate.CLOSED);
            }

            Deadlines.await(
                    "a warning", () -> !log.records(LogFloodTest::isWarning).isEmpty());
            assertThat(log.records(LogFloodTest::isWarning)).hasSize(1);
        }
    }

    @InModes
    void isNotFilledByLostConnections(Mode mode) throws IOException {
        for (Map.Entry<String, Function<IOException, Throwable>> wrapping : WRAPPINGS.entrySet()) {
            CountDownLatch begun = new CountDownLatch(1); // the client must not leave before its handler runs
            HttpHandler reading = reading(wrapping.getValue());
            try (RecordedLog log = RecordedLog.from(Level.FINE);
                    TestServer server = TestServer.create(Provider.RINGER, mode)
                            .handle("/log-flood", exchange -> {
                                begun.countDown();
                                reading.handle(exchange);
                            })
                            .start()) {
                RawClient client = server.connect().request("POST", "/log-flood", "Content-Length: 100000");
                client.send("the beginning");
                Deadlines.await(begun);
                client.reset();

                Deadlines.await(
                        wrapping.getKey(),
                        () -> !log.records(LogFloodTest::isNote).isEmpty());
                assertThat(log.records(LogFloodTest::isWarning)).isEmpty();
            }
        }
    }

    @InModes
    void isNotFilledByBodiesAtFault(Mode mode) throws IOException {
        Map<String, String> answering = Map.of("ringer.errorResponse", "500");
        for (Map.Entry<String, Function<IOException, Throwable>> wrapping : WRAPPINGS.entrySet()) {
            try (RecordedLog log = RecordedLog.from(Level.FINE);
                    TestServer server = TestServer.create(Provider.RINGER, mode, answering)
                            .handle("/log-flood", reading(wrapping.getValue()))
                            .start()) {
                RawClient client = server.connect().request("POST", "/log-flood", "Transfer-Encoding: chunked");

                assertThat(client.send("nonsense\r\n").readResponse().status())
                        .as(wrapping.getKey())
                        .isEqualTo(400);

                assertThat(log.records(LogFloodTest::isWarning)).isEmpty();
            }
        }
    }

    @InModes
    void isNotFilledByForms(Mode mode) throws IOException {
        try (RecordedLog log = RecordedLog.from(Level.FINE);
                TestServer server = TestServer.create(Provider.RINGER, mode)
                        .handle("/log-flood", LogFloodTest::readForm)
                        .handle("/log-flood/wrapped", exchange -> {
                            try {
                                readForm(exchange);
                            } catch (IOException e) {
                                throw new IllegalStateException("a framework says", new UncheckedIOException(e));
                            }
                        })
                        .start()) {
            for (String path : List.of("/log-flood", "/log-flood/wrapped")) {
                assertThat(posted(server, path, "text/plain", "a")).isEqualTo(415);
                assertThat(posted(server, path, "application/x-www-form-urlencoded", "a=%zz"))
                        .isEqualTo(400);
                assertThat(posted(server, path, "application/x-www-form-urlencoded", "a=1&".repeat(200)))
                        .isEqualTo(413);
                assertThat(posted(server, path, "multipart/form-data; boundary=b", "--b\r\n"))
                        .isEqualTo(400);
            }
            assertThat(log.records(LogFloodTest::isWarning)).isEmpty();
        }
    }

    @InModes
    void isNotFilledByAHandlerThatFails(Mode mode) throws IOException {
        try (RecordedLog log = RecordedLog.from(Level.FINE)) {
            try (TestServer server = TestServer.create(Provider.RINGER, mode)
                    .handle("/log-flood", exchange -> {
                        throw new IllegalStateException("on purpose");
                    })
                    .start()) {
                for (int i = 0; i < 50; i++) {
                    RawClient client = server.connect().get("/log-flood");
                    assertThat(client.awaitEnd(Deadlines.PATIENCE)).isEqualTo(Fate.CLOSED);
                }
            }

            Deadlines.await("both", () -> log.records(LogFloodTest::isWarning).size() == 2);
            List<LogRecord> warnings = log.records(LogFloodTest::isWarning);
            assertThat(warnings.get(0).getMessage())
                    .isEqualTo("The handler at /log-flood failed; closed the connection");
            assertThat(warnings.get(0).getThrown()).hasMessage("on purpose");
            assertThat(warnings.get(1).getMessage()).contains(" 49 x java.lang.IllegalStateException at ");
            assertThat(warnings.get(1).getThrown()).isNull();
        }
    }

    @InModes
    void isNotFilledByHeadRequests(Mode mode) throws IOException {
        try (RecordedLog log = RecordedLog.from(Level.FINE);
                TestServer server = TestServer.create(Provider.RINGER, mode)
                        .handle("/", exchange -> exchange.sendResponseHeaders(200, 987_654_321))
                        .start()) {
            RawClient client = server.connect();
            for (int i = 0; i < 20; i++) {
                assertThat(client.request("HEAD", "/").readResponse("HEAD").status())
                        .isEqualTo(200);
            }

            assertThat(log.records(
                            entry -> RecordedLog.printed(entry).replace(",", "").contains("987654321")))
                    .hasSize(1);
        }
    }

    private static HttpHandler reading(Function<IOException, Throwable> wrapping) {
        return exchange -> {
            try {
                exchange.getRequestBody().readAllBytes();
            } catch (IOException lost) {
                LogFloodTest.<RuntimeException>throwUnchecked(wrapping.apply(lost));
            }
            answer(exchange);
        };
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void throwUnchecked(Throwable failure) throws T {
        throw (T) failure;
    }

    private static void readForm(HttpExchange exchange) throws IOException {
        try (Form form = Form.read(exchange)) {
            assertThat(form).isNotNull();
        }
        answer(exchange);
    }

    private static int posted(TestServer server, String path, String type, String body) throws IOException {
        RawClient client = server.connect().post(path, body, "Content-Type: " + type);
        int status = client.readResponse().status();
        assertThat(client.awaitEnd(Deadlines.PATIENCE)).isEqualTo(Fate.CLOSED);
        return status;
    }

    private static void answer(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, -1);
    }

    private static boolean isWarning(LogRecord entry) {
        return entry.getLevel().intValue() > Level.INFO.intValue() && isOfThisTest(entry);
    }

    private static boolean isNote(LogRecord entry) {
        return entry.getMessage().startsWith("A handler failed because its client disconnected");
    }

    private static boolean isOfThisTest(LogRecord entry) {
        String text = RecordedLog.printed(entry);
        return text.contains("/log-flood") || text.contains(LogFloodTest.class.getSimpleName());
    }
}
