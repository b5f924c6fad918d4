package dev.ringer.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.BasicAuthenticator;
import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpExchange;
import dev.ringer.Ringer;
import dev.ringer.RingerExchange;
import dev.ringer.events.EventStream;
import dev.ringer.events.ServerSentEvent;
import dev.ringer.files.FileTransfer;
import dev.ringer.process.JavaCommand;
import dev.ringer.testkit.Ability;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Gate;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Needs;
import dev.ringer.testkit.Over;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.File;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that each exchange has a line in the log, whatever its outcome, in every mode and over every protocol. */
@Over({Transport.CLEAR, Transport.TLS, Transport.H2C, Transport.H2})
class AccessLogTest {
    private static final List<Transport> TRANSPORTS =
            List.of(Transport.CLEAR, Transport.TLS, Transport.H2C, Transport.H2);
    private static final String BODY = "thirteen here";

    @TempDir
    private Path folder;

    @InModes
    void tellsWhatIsKnownOfAnExchange(Mode mode, Transport transport) throws IOException {
        LogFile log = newLog(mode, transport);
        try (TestServer server = TestServer.create(Provider.RINGER, transport, mode, log.as("json"))
                .handle("/a", AccessLogTest::answer)
                .start()) {
            RawClient client = server.connect();
            client.get("/a?b=c%20d", "Referer: http://from/here", "User-Agent: probe/1.0")
                    .readResponse();
        }

        JsonNode line = log.nodes().get(0);
        assertThat(log.lines()).hasSize(1);
        assertThat(line.get("method").asText()).isEqualTo("GET");
        assertThat(line.get("target").asText()).isEqualTo("/a?b=c%20d");
        assertThat(line.get("protocol").asText()).isEqualTo(transport.isHttp2() ? "HTTP/2.0" : "HTTP/1.1");
        assertThat(line.get("status").asInt()).isEqualTo(200);
        assertThat(line.get("bytes").asLong()).isEqualTo(BODY.length());
        assertThat(line.get("client").asText()).isEqualTo("127.0.0.1");
        assertThat(line.get("referer").asText()).isEqualTo("http://from/here");
        assertThat(line.get("userAgent").asText()).isEqualTo("probe/1.0");
        assertThat(line.get("exchange").asLong()).isEqualTo(1);
        assertThat(line.get("host").asText()).isNotEmpty();
        assertThat(line.has("aborted")).isFalse();
        assertThat(line.has("tls")).isEqualTo(transport == Transport.TLS || transport == Transport.H2);
        assertThat(line.get("durationMicros").asLong())
                .isGreaterThanOrEqualTo(line.get("firstByteMicros").asLong());
    }

    /** Checks that the line counts the bytes that were sent when the event loop sends a file. */
    @InModes
    void tellsOfAFileWhenItHasBeenSent(Mode mode, Transport transport) throws IOException {
        LogFile log = newLog(mode, transport);
        Path file = Files.write(folder.resolve("file" + mode + transport), new byte[20 << 20]);
        CountDownLatch returned = new CountDownLatch(2);
        try (TestServer server = TestServer.create(Provider.RINGER, transport, mode, log.as("json"))
                .handle("/file", exchange -> {
                    exchange.sendResponseHeaders(200, 20 << 20);
                    FileTransfer.copy(file, 0, 20 << 20, exchange.getResponseBody());
                    exchange.close();
                    returned.countDown();
                })
                .start()) {
            RawClient whole = server.connectNarrow().get("/file");
            RawClient leaving = server.connectNarrow().get("/file");
            Deadlines.await(returned);

            leaving.reset();
            JsonNode cutOff = LogFile.parse(log.await(1).get(0));
            whole.readResponse();
            JsonNode sent = LogFile.parse(log.await(2).get(1));

            assertThat(cutOff.get("aborted").asBoolean()).isTrue();
            assertThat(cutOff.get("bytes").asLong()).isLessThan(20 << 20);
            assertThat(sent.has("aborted")).isFalse();
            assertThat(sent.get("bytes").asLong()).isEqualTo(20 << 20);
        }
    }

    /** Checks that the line omits what is sent later, because the exchange ends when the stream opens. */
    @InModes
    void tellsOfAnEventStreamWhenItIsOpened(Mode mode, Transport transport) throws Exception {
        LogFile log = newLog(mode, transport);
        BlockingQueue<EventStream> opened = new LinkedBlockingQueue<>();
        try (TestServer server = TestServer.create(Provider.RINGER, transport, mode, log.as("json"))
                .handle("/events", exchange -> opened.add(EventStream.open(exchange)))
                .handle("/a", AccessLogTest::answer)
                .start()) {
            server.connect().get("/events");
            JsonNode line = LogFile.parse(log.await(1).get(0));
            EventStream stream = opened.poll(Deadlines.PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            assertThat(stream.isOpen()).isTrue();
            stream.send(ServerSentEvent.of("later"));
            stream.abort();
            server.connect().get("/a").readResponse();

            assertThat(line.get("target").asText()).isEqualTo("/events");
            assertThat(line.get("status").asInt()).isEqualTo(200);
            assertThat(line.get("bytes").asLong()).isZero();
            assertThat(line.has("aborted")).isFalse();
            assertThat(log.await(2).get(1)).contains("\"/a\"");
        }
        assertThat(log.lines()).hasSize(2);
    }

    @InModes
    void tellsOfAnEventStreamThroughAFilterWhenItEnds(Mode mode, Transport transport) throws Exception {
        LogFile log = newLog(mode, transport);
        BlockingQueue<EventStream> opened = new LinkedBlockingQueue<>();
        try (TestServer server = TestServer.create(Provider.RINGER, transport, mode, log.as("json"))) {
            server.context("/events", exchange -> opened.add(EventStream.open(exchange)))
                    .getFilters()
                    .add(Filter.beforeHandler(
                            "wraps the body",
                            exchange -> exchange.setStreams(null, new FilterOutputStream(exchange.getResponseBody()))));
            server.start();
            RawClient client = server.connect().get("/events");
            EventStream stream = opened.poll(Deadlines.PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            stream.send(ServerSentEvent.of("a"));
            assertThat(log.lines()).isEmpty();
            stream.close();

            assertThat(client.readResponse().text()).isEqualTo("data: a\n\n");
            JsonNode line = LogFile.parse(log.await(1).get(0));
            assertThat(line.get("status").asInt()).isEqualTo(200);
            assertThat(line.get("bytes").asLong()).isEqualTo("data: a\n\n".length());
            assertThat(line.has("aborted")).isFalse();
        }
    }

    @InModes
    void tellsOfAnEventStreamWhoseClientHasGone(Mode mode, Transport transport) throws Exception {
        LogFile log = newLog(mode, transport);
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch gone = new CountDownLatch(1);
        try (TestServer server = TestServer.create(Provider.RINGER, transport, mode, log.as("json"))
                .handle("/events", exchange -> {
                    RingerExchange.onDisconnect(exchange, gone::countDown);
                    begun.countDown();
                    Deadlines.await(gone);
                    EventStream.open(exchange);
                })
                .start()) {
            RawClient client = server.connect().get("/events");
            Deadlines.await(begun);
            client.reset();
            JsonNode line = LogFile.parse(log.await(1).get(0));

            assertThat(line.get("aborted").asBoolean()).isTrue();
            assertThat(line.get("bytes").asLong()).isZero();
        }
    }

    @InModes
    void tellsTheIdsAndFieldsThatAreWanted(Mode mode, Transport transport) throws IOException {
        LogFile log = newLog(mode, transport);
        Map<String, String> settings = new HashMap<>(log.as("json"));
        settings.put("ringer.accessLog.fields", "X-Tenant, accept,response:X-Cache , response:x-missing");
        String trace = "4bf92f3577b34da6a3ce929d0e0e4736";
        try (TestServer server = TestServer.create(Provider.RINGER, transport, mode, settings)
                .handle("/a", exchange -> {
                    exchange.getResponseHeaders().set("X-Cache", "h\u00eft\"");
                    answer(exchange);
                })
                .start()) {
            server.connect()
                    .get(
                            "/a",
                            "traceparent: 00-" + trace + "-00f067aa0ba902b7-01",
                            "X-Request-ID: \"id\\",
                            "Accept: text/html",
                            "Accept: */*",
                            "Authorization: secret")
                    .readResponse();
            server.connect().get("/nothing", "X-Tenant: " + "x".repeat(600)).readResponse();
            log.await(2);
        }

        JsonNode line = log.nodes().get(0);
        assertThat(line.get("trace_id").asText()).isEqualTo(trace);
        assertThat(line.get("request_id").asText()).isEqualTo("\"id\\");
        assertThat(line.get("requestFields")).hasSize(1);
        assertThat(line.get("requestFields").get("accept").asText()).isEqualTo("text/html, */*");
        assertThat(line.get("responseFields")).hasSize(1);
        assertThat(line.get("responseFields").get("x-cache").asText()).isEqualTo("h\u00eft\"");
        assertThat(line.toString()).doesNotContain("secret");
        JsonNode refused = log.nodes().get(1);
        assertThat(refused.get("requestFields").get("x-tenant").asText())
                .hasSizeLessThan(600)
                .endsWith("<TRUNCATED>");
        assertThat(refused.has("trace_id") || refused.has("request_id") || refused.has("responseFields"))
                .isFalse();
    }

    @InModes
    void tellsTheCommonFormats(Mode mode, Transport transport) throws IOException {
        String protocol = transport.isHttp2() ? "HTTP/2.0" : "HTTP/1.1";
        String common = "127\\.0\\.0\\.1 - - \\[\\d\\d/[A-Z][a-z]{2}/\\d{4}:\\d\\d:\\d\\d:\\d\\d [+-]\\d{4}] "
                + "\"GET /a " + protocol + "\" 200 13";

        assertThat(linesOfOneRequest(mode, transport, "common"))
                .singleElement()
                .asString()
                .matches(common);
        assertThat(linesOfOneRequest(mode, transport, "combined"))
                .singleElement()
                .asString()
                .matches(common + " \"-\" \"probe\"");
    }

    private List<String> linesOfOneRequest(Mode mode, Transport transport, String format) throws IOException {
        LogFile log = new LogFile(folder.resolve(format + mode + transport));
        try (TestServer server = TestServer.create(Provider.RINGER, transport, mode, log.as(format))
                .handle("/a", AccessLogTest::answer)
                .start()) {
            server.connect().get("/a", "User-Agent: probe").readResponse();
        }
        return log.lines();
    }

    @InModes
    void tellsOfAnswersOfTheServersOwn(Mode mode, Transport transport) throws IOException {
        LogFile log = newLog(mode, transport);
        try (TestServer server = TestServer.create(Provider.RINGER, transport, mode, log.as("json"))
                .handle("/a", AccessLogTest::answer)
                .start()) {
            int length = server.connect().get("/nothing").readResponse().body().length;
            JsonNode line = LogFile.parse(log.await(1).get(0));

            assertThat(line.get("status").asInt()).isEqualTo(404);
            assertThat(line.get("bytes").asInt()).isEqualTo(length);
            assertThat(line.get("target").asText()).isEqualTo("/nothing");
        }
    }

    @InModes
    @Over({Transport.CLEAR, Transport.TLS})
    void tellsOfRequestsThatCouldNotBeRead(Mode mode, Transport transport) throws IOException {
        LogFile log = newLog(mode, transport);
        try (TestServer server = TestServer.create(Provider.RINGER, transport, mode, log.as("json"))
                .start()) {
            int length = server.connect()
                    .send("GET /\u0001\"\u00e9 HTTP/1.1\r\nHost: a\r\n\r\n")
                    .readResponse()
                    .body()
                    .length;
            JsonNode line = LogFile.parse(log.await(1).get(0));

            assertThat(line.get("status").asInt()).isEqualTo(400);
            assertThat(line.get("bytes").asInt()).isEqualTo(length);
            assertThat(line.get("requestLine").asText()).isEqualTo("GET /\u0001\"\u00e9 HTTP/1.1");
            assertThat(line.get("reason").asText()).isEqualTo("CONTROL_IN_TARGET");
        }
    }

    @InModes
    void tellsOfABodyThatIsTooLarge(Mode mode, Transport transport) throws IOException {
        LogFile log = newLog(mode, transport);
        Map<String, String> settings = new HashMap<>(log.as("json"));
        settings.put("ringer.maxBodySize", "10");
        try (TestServer server = TestServer.create(Provider.RINGER, transport, mode, settings)
                .handle("/", AccessLogTest::answer)
                .start()) {
            server.connect().request("POST", "/large", "Content-Length: 11").readResponse();
            JsonNode line = LogFile.parse(log.await(1).get(0));

            assertThat(line.get("status").asInt()).isEqualTo(413);
            assertThat(line.get("reason").asText()).isEqualTo("BODY_TOO_LARGE");
            assertThat(line.toString()).contains("/large");
        }
    }

    @Test
    void tellsOfAHeadThatIsTooSlow() throws IOException {
        LogFile log = LogFile.in(folder);
        Map<String, String> settings = new HashMap<>(log.as("json"));
        settings.put("ringer.headTimeout", "150 ms");
        try (TestServer server = TestServer.create(Provider.RINGER, Transport.CLEAR, Mode.NO_EXECUTOR, settings)
                .start()) {
            server.connect().send("GET /slow HTTP/1.1\r\nHost").readResponse();
            JsonNode line = LogFile.parse(log.await(1).get(0));

            assertThat(line.get("status").asInt()).isEqualTo(408);
            assertThat(line.get("requestLine").asText()).isEqualTo("GET /slow HTTP/1.1");
        }
    }

    @Test
    void tellsOfShedRequests() throws IOException {
        for (Transport transport : TRANSPORTS) {
            LogFile log = newLog(Mode.CACHED_POOL, transport);
            Map<String, String> settings = new HashMap<>(log.as("json"));
            settings.put("ringer.maxExchanges", "1");
            try (Gate gate = new Gate();
                    TestServer server = TestServer.create(Provider.RINGER, transport, Mode.CACHED_POOL, settings)
                            .handle("/", exchange -> {
                                gate.pass();
                                answer(exchange);
                            })
                            .start()) {
                server.connect().get("/first");
                gate.awaitArrival();
                int length = server.connect().get("/second").readResponse().body().length;
                JsonNode line = LogFile.parse(log.await(1).get(0));

                assertThat(line.get("status").asInt()).isEqualTo(503);
                assertThat(line.get("bytes").asInt()).isEqualTo(length);
                assertThat(line.get("target").asText()).isEqualTo("/second");
                assertThat(line.get("reason").asText()).isEqualTo("MAX_EXCHANGES");
            }
        }
    }

    @InModes
    void tellsOfExchangesThatWereBrokenOff(Mode mode, Transport transport) throws IOException {
        LogFile log = newLog(mode, transport);
        try (TestServer server = TestServer.create(Provider.RINGER, transport, mode, log.as("json"))
                .handle("/throws", exchange -> {
                    throw new IllegalStateException("on purpose, for the access log");
                })
                .handle("/half", exchange -> {
                    exchange.sendResponseHeaders(200, 100);
                    exchange.getResponseBody().write(new byte[10]);
                    exchange.close();
                })
                .start()) {
            server.connect().get("/throws").awaitEnd(Deadlines.PATIENCE);
            JsonNode none = LogFile.parse(log.await(1).get(0));
            server.connect().get("/half").awaitEnd(Deadlines.PATIENCE);
            JsonNode half = LogFile.parse(log.await(2).get(1));

            assertThat(none.get("aborted").asBoolean()).isTrue();
            assertThat(none.has("status")).isFalse();
            assertThat(none.has("firstByteMicros")).isFalse();
            assertThat(half.get("aborted").asBoolean()).isTrue();
            assertThat(half.get("status").asInt()).isEqualTo(200);
            assertThat(half.get("bytes").asInt()).isEqualTo(10);
        }
    }

    @Test
    void tellsOfExchangesWhoseHandlersWereInterrupted() throws IOException {
        for (Transport transport : TRANSPORTS) {
            LogFile log = newLog(Mode.CACHED_POOL, transport);
            Map<String, String> settings = new HashMap<>(log.as("json"));
            settings.put("ringer.maxExchanges", "1");
            try (TestServer server = TestServer.create(Provider.RINGER, transport, Mode.CACHED_POOL, settings)
                    .handle("/interrupted", exchange -> {
                        Thread.currentThread().interrupt();
                        try {
                            exchange.getRequestBody().read();
                        } finally {
                            Thread.interrupted();
                        }
                    })
                    .handle("/a", AccessLogTest::answer)
                    .start()) {
                server.connect()
                        .request("POST", "/interrupted", "Content-Length: 100000")
                        .awaitEnd(Deadlines.PATIENCE);
                JsonNode line = LogFile.parse(log.await(1).get(0));

                assertThat(line.get("target").asText()).isEqualTo("/interrupted");
                assertThat(line.get("aborted").asBoolean()).isTrue();
                assertThat(server.connect().get("/a").readResponse().status()).isEqualTo(200); // the exchange ended
            }
        }
    }

    @Test
    void tellsOfBodiesThatStallBeforeTheirHandlers() throws IOException {
        for (Transport transport : TRANSPORTS) {
            LogFile log = newLog(Mode.CACHED_POOL, transport);
            Map<String, String> settings = new HashMap<>(log.as("json"));
            settings.put("ringer.bodyStallTimeout", "150 ms");
            try (TestServer server = TestServer.create(Provider.RINGER, transport, Mode.CACHED_POOL, settings)
                    .handle("/a", AccessLogTest::answer)
                    .start()) {
                RawClient client = server.connect().request("POST", "/a", "Content-Length: 10");
                assertThat(client.send("x").readResponse().status()).isEqualTo(408);
                JsonNode line = LogFile.parse(log.await(1).get(0));

                assertThat(line.get("target").asText()).isEqualTo("/a");
                assertThat(line.get("status").asInt()).isEqualTo(408);
                assertThat(line.get("reason").asText()).isEqualTo("BODY_STALLED");
            }
        }
    }

    @Test
    void tellsOfClientsThatLeaveBeforeTheirHandlers() throws IOException {
        for (Transport transport : TRANSPORTS) {
            LogFile log = newLog(Mode.CACHED_POOL, transport);
            try (TestServer server = TestServer.create(Provider.RINGER, transport, Mode.CACHED_POOL, log.as("json"))
                    .handle("/a", AccessLogTest::answer)
                    .start()) {
                RawClient client = server.connect().get("/a");
                client.readResponse(); // afterwards, the handshake uses no memory
                Deadlines.await("no memory", () -> server.memory().taken() < 8192);
                client.request("POST", "/a", "Content-Length: 20000").send("x".repeat(10_000));
                Deadlines.await("the body", () -> server.memory().taken() >= 8192);
                client.reset();
                JsonNode line = LogFile.parse(log.await(2).get(1));

                assertThat(line.get("target").asText()).isEqualTo("/a");
                assertThat(line.has("status")).isFalse();
                assertThat(line.get("aborted").asBoolean()).isTrue();
            }
        }
    }

    @Test
    void namesTheUserWhoHasProvedToBe() throws IOException {
        LogFile log = LogFile.in(folder);
        String credentials = Base64.getEncoder().encodeToString("mr \"x\"\n:secret".getBytes(StandardCharsets.UTF_8));
        try (TestServer server =
                TestServer.create(Provider.RINGER, Transport.CLEAR, Mode.NO_EXECUTOR, log.as("common"))) {
            server.context("/", AccessLogTest::answer).setAuthenticator(new BasicAuthenticator("test") {
                @Override
                public boolean checkCredentials(String user, String password) {
                    return password.equals("secret");
                }
            });
            server.start();
            RawClient client = server.connect();
            client.get("/").readResponse();
            client.get("/", "Authorization: Basic " + credentials).readResponse();
        }

        assertThat(log.lines().get(0)).startsWith("127.0.0.1 - - [").endsWith("\"GET / HTTP/1.1\" 401 -");
        assertThat(log.lines().get(1))
                .startsWith("127.0.0.1 - mr\\x20\\\"x\\\"\\x0a [")
                .endsWith(" 200 13");
    }

    @InModes
    void measuresUntilTheFirstByteAndUntilTheEnd(Mode mode, Transport transport) throws IOException {
        long pause = TimeUnit.MILLISECONDS.toNanos(30);
        LogFile log = newLog(mode, transport);
        try (TestServer server = TestServer.create(Provider.RINGER, transport, mode, log.as("json"))
                .handle("/", exchange -> {
                    pause(pause);
                    exchange.sendResponseHeaders(200, 0);
                    OutputStream body = exchange.getResponseBody();
                    body.write(1);
                    pause(pause);
                    body.flush();
                    pause(pause);
                    body.close();
                })
                .start()) {
            server.connect().get("/").readResponse();
        }
        JsonNode line = log.nodes().get(0);

        assertThat(line.get("firstByteMicros").asLong())
                .isBetween(60_000L, line.get("durationMicros").asLong() - 30_000);
    }

    private static void pause(long nanos) { // the time that is measured, not a wait for a condition
        for (long end = System.nanoTime() + nanos; end - System.nanoTime() > 0; ) {
            LockSupport.parkNanos(end - System.nanoTime());
        }
    }

    @InModes
    @Over(Transport.CLEAR)
    void tellsTheApplicationTheNumber(Mode mode) throws IOException {
        LogFile log = newLog(mode, Transport.CLEAR);
        try (TestServer server = TestServer.create(Provider.RINGER, Transport.CLEAR, mode, log.as("json"))
                .handle("/", exchange -> {
                    byte[] number = ("" + exchange.getAttribute("dev.ringer.exchangeNumber"))
                            .getBytes(StandardCharsets.US_ASCII);
                    exchange.sendResponseHeaders(200, number.length);
                    exchange.getResponseBody().write(number);
                    exchange.close();
                })
                .start()) {
            RawClient client = server.connect();

            assertThat(client.get("/").readResponse().text()).isEqualTo("1");
            assertThat(client.get("/").readResponse().text()).isEqualTo("2");
        }
    }

    @Test
    void writesWhatIsQueuedWhenTheServerStops() throws IOException {
        LogFile log = LogFile.in(folder);
        try (TestServer server = TestServer.create(
                        Provider.RINGER, Transport.CLEAR, Mode.FIXED_POOL, log.as("combined"))
                .handle("/", AccessLogTest::answer)
                .start()) {
            RawClient client = server.connect();
            for (int i = 0; i < 100; i++) {
                client.get("/" + i).readResponse();
            }
            server.server().stop(1);

            assertThat(log.lines()).hasSize(100);
        }
    }

    @Test
    void writesWhatAServerStillDoesWhenItStopsWithTheJvm() {
        LogFile log = LogFile.in(folder);
        String classes = String.join(File.pathSeparator, "target/classes", "target/test-classes");

        JavaCommand.java(
                        "--add-opens",
                        "java.base/java.lang=ALL-UNNAMED",
                        "-Dringer.accessLog=common:" + log.path(),
                        "-Dcom.sun.net.httpserver.HttpServerProvider=dev.ringer.RingerProvider",
                        "-cp",
                        classes,
                        "dev.ringer.observe.ExitMain")
                .output();

        assertThat(log.lines()).singleElement().asString().contains("GET /last HTTP/1.1\" 204");
    }

    @Test
    void twoServersShareAFile() throws IOException {
        LogFile log = LogFile.in(folder);
        try (TestServer first = TestServer.create(Provider.RINGER, Transport.CLEAR, Mode.NO_EXECUTOR, log.as("common"))
                        .handle("/", AccessLogTest::answer)
                        .start();
                TestServer second = TestServer.create(
                                Provider.RINGER, Transport.CLEAR, Mode.NO_EXECUTOR, log.as("json"))
                        .handle("/", AccessLogTest::answer)
                        .start()) {
            first.connect().get("/first").readResponse();
            first.server().stop(0);
            second.connect().get("/second").readResponse();
        }

        assertThat(log.lines()).hasSize(2);
        assertThat(log.lines().get(0)).contains("/first").startsWith("127.");
        assertThat(log.lines().get(1)).contains("/second").startsWith("{");
    }

    @Test
    @Needs(Ability.LINUX) // for /dev/full
    void countsTheLostLinesOfEachServerThatSharesTheLog() throws IOException {
        Map<String, String> settings = Map.of("ringer.accessLog", "common:/dev/full");
        try (TestServer one = TestServer.create(Provider.RINGER, Transport.CLEAR, Mode.NO_EXECUTOR, settings)
                        .handle("/", AccessLogTest::answer)
                        .start();
                TestServer other = TestServer.create(Provider.RINGER, Transport.CLEAR, Mode.FIXED_POOL, settings)
                        .handle("/", AccessLogTest::answer)
                        .start()) {
            RawClient first = one.connect();
            RawClient second = other.connect();
            for (int i = 0; i < 20; i++) {
                first.get("/").readResponse();
                second.get("/").readResponse();
                second.get("/").readResponse();
            }
            ServerStatistics ofFirst = Ringer.statistics(one.server());
            ServerStatistics ofSecond = Ringer.statistics(other.server());
            Deadlines.await("all lines", () -> ofFirst.droppedLogLines() + ofSecond.droppedLogLines() == 60);

            assertThat(ofFirst.droppedLogLines()).isEqualTo(20);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/..", ".", "/dev/null/a.log"})
    void namesTheSettingAndTheFileThatCannotBeOpened(String file) throws IOException {
        try (TestServer server = TestServer.create(
                Provider.RINGER, Transport.CLEAR, Mode.NO_EXECUTOR, Map.of("ringer.accessLog", "common:" + file))) {
            assertThatThrownBy(server::start)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageStartingWith(
                            "The server cannot start: ringer.accessLog: cannot open " + Path.of(file) + ": ")
                    .hasMessageNotContaining("Exception")
                    .hasMessageNotContaining("null,");
        }
    }

    @Test
    void refusesAFileThatIsNoPath() {
        assertThatThrownBy(() -> TestServer.create(
                        Provider.RINGER, Transport.CLEAR, Mode.NO_EXECUTOR, Map.of("ringer.accessLog", "common:a\0b")))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("ringer.accessLog: invalid value \"common:a")
                .hasMessageContaining(": invalid path: ");
    }

    private LogFile newLog(Mode mode, Transport transport) {
        return LogFile.in(folder.resolve(mode + "-" + transport));
    }

    private static void answer(HttpExchange exchange) throws IOException {
        exchange.getRequestBody().readAllBytes();
        exchange.sendResponseHeaders(200, BODY.length());
        exchange.getResponseBody().write(BODY.getBytes(StandardCharsets.US_ASCII));
        exchange.close();
    }
}
