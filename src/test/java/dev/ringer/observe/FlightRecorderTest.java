package dev.ringer.observe;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Gate;
import dev.ringer.testkit.Http2Client;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Over;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import dev.ringer.testkit.WebSocketClient;
import dev.ringer.testkit.WebSocketStream;
import dev.ringer.websocket.WebSocketHandler;
import dev.ringer.websocket.WebSocketListener;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Tests the Flight Recorder events of requests, connections and limits, in every mode and over every protocol. */
@Over({Transport.CLEAR, Transport.TLS, Transport.H2C, Transport.H2})
@Isolated("a recording has the events of all servers of the JVM")
class FlightRecorderTest {
    private static final List<Transport> TRANSPORTS =
            List.of(Transport.CLEAR, Transport.TLS, Transport.H2C, Transport.H2);
    private static final Duration PAUSE = Duration.ofMillis(30);

    // ---- requests

    @InModes
    void tellsWhatBecameOfARequest(Mode mode, Transport transport) throws IOException {
        try (EventRecording recording = EventRecording.ofAll();
                TestServer server = newServer(transport, mode, Map.of())
                        .handle("/echo", FlightRecorderTest::echo)
                        .start()) {
            server.connect().post("/echo/more?secret=1", "x".repeat(1000)).readResponse();
            RecordedEvent event = recording.await("Request", "contextPath", "/echo");

            assertThat(event.getString("method")).isEqualTo("POST");
            assertThat(event.getInt("status")).isEqualTo(200);
            assertThat(event.getString("protocol")).isEqualTo(protocolOf(transport));
            assertThat(event.getLong("bytesRead")).isEqualTo(1000);
            assertThat(event.getLong("bytesWritten")).isEqualTo(1000);
            assertThat(event.getLong("exchange")).isZero();
            assertThat(event.getBoolean("aborted")).isFalse();
            assertThat(event.getEventType().getCategoryNames()).containsExactly("Ringer");
            assertThat(partsOf(event)).isLessThanOrEqualTo(event.getDuration().plusMillis(50));
        }
    }

    @InModes(Mode.NO_EXECUTOR)
    @Over(Transport.CLEAR)
    void isPrintedByTheJdksTool(Mode mode) throws IOException {
        try (EventRecording recording = EventRecording.ofAll();
                TestServer server = newServer(Transport.CLEAR, mode, Map.of())
                        .handle("/echo", FlightRecorderTest::echo)
                        .start()) {
            server.connect().post("/echo", "x").readResponse();
            recording.await("Request", "contextPath", "/echo");

            assertThat(recording.printed())
                    .contains("dev.ringer.Request {")
                    .contains("contextPath = \"/echo\"")
                    .contains("status = 200");
        }
    }

    private static Duration partsOf(RecordedEvent event) {
        return event.getDuration("queueTime")
                .plus(event.getDuration("handlerTime"))
                .plus(event.getDuration("writeTime"));
    }

    /** Checks that no request is recorded by default, because recording slows down each request. */
    @InModes
    @Over(Transport.CLEAR)
    void tellsOfRequestsOnlyIfAsked(Mode mode) throws IOException {
        try (EventRecording recording = EventRecording.ofDefaults();
                TestServer server = newServer(Transport.CLEAR, mode, Map.of())
                        .handle("/slow", exchange -> {
                            pause();
                            exchange.sendResponseHeaders(204, -1);
                        })
                        .start()) {
            try (RawClient client = server.connect()) {
                client.get("/slow").readResponse();
            }
            recording.await("Connection", "protocol", "HTTP/1.1");

            assertThat(recording.events("Request")).isEmpty();
        }
    }

    @InModes
    void measuresHandlersAndWriting(Mode mode, Transport transport) throws IOException {
        try (EventRecording recording = EventRecording.ofSlow();
                TestServer server = newServer(transport, mode, Map.of())
                        .handle("/slow", exchange -> {
                            pause();
                            exchange.sendResponseHeaders(200, 0);
                            pause();
                            pause();
                            exchange.close();
                        })
                        .handle("/quick", exchange -> exchange.sendResponseHeaders(204, -1))
                        .start()) {
            RawClient client = server.connect();
            client.get("/quick").readResponse();
            client.get("/slow").readResponse();
            RecordedEvent event = recording.await("Request", "contextPath", "/slow");

            assertThat(event.getDuration("handlerTime")).isGreaterThanOrEqualTo(PAUSE);
            assertThat(event.getDuration("writeTime")).isGreaterThanOrEqualTo(PAUSE.multipliedBy(2));
            assertThat(event.getDuration()).isGreaterThanOrEqualTo(PAUSE.multipliedBy(3));
            assertThat(recording.events("Request")) // the quick request has an event only if the machine delayed it
                    .allMatch(other -> other.getDuration().toMillis() >= 20);
        }
    }

    @InModes({Mode.NO_EXECUTOR, Mode.FIXED_POOL})
    void measuresQueues(Mode mode, Transport transport) throws IOException {
        int threads = mode == Mode.FIXED_POOL ? 4 : 1;
        try (Gate gate = new Gate();
                EventRecording recording = EventRecording.ofAll();
                TestServer server = newServer(transport, mode, Map.of())
                        .handle("/", exchange -> {
                            gate.pass();
                            exchange.sendResponseHeaders(204, -1);
                        })
                        .start()) {
            for (int i = 0; i <= threads; i++) {
                server.connect().get("/");
            }
            ServerStatistics statistics = dev.ringer.Ringer.statistics(server.server());
            Deadlines.await("one waits", () -> statistics.queuedRequests() == 1);
            pause();
            pause(); // a queued request is counted before its time begins, so the test pauses twice
            gate.open();

            recording.await("Request", event -> event.getDuration("queueTime").compareTo(PAUSE) >= 0);
        }
    }

    @InModes
    void tellsOfExchangesWithoutAnEnd(Mode mode, Transport transport) throws IOException {
        try (EventRecording recording = EventRecording.ofAll();
                TestServer server = newServer(transport, mode, Map.of())
                        .handle("/throws", exchange -> {
                            throw new IllegalStateException("on purpose, for the recording");
                        })
                        .handle("/half", exchange -> {
                            exchange.sendResponseHeaders(200, 100);
                            exchange.getResponseBody().write(new byte[10]);
                            exchange.close();
                        })
                        .start()) {
            server.connect().get("/throws").awaitEnd(Deadlines.PATIENCE);
            server.connect().get("/half").awaitEnd(Deadlines.PATIENCE);
            RecordedEvent none = recording.await("Request", "contextPath", "/throws");
            RecordedEvent half = recording.await("Request", "contextPath", "/half");

            assertThat(none.getInt("status")).isZero();
            assertThat(none.getBoolean("aborted")).isTrue();
            assertThat(none.getDuration("writeTime")).isZero();
            assertThat(half.getInt("status")).isEqualTo(200);
            assertThat(half.getLong("bytesWritten")).isEqualTo(10);
            assertThat(half.getBoolean("aborted")).isTrue();
        }
    }

    @InModes
    void tellsOfPathsWithoutAContext(Mode mode, Transport transport) throws IOException {
        try (EventRecording recording = EventRecording.ofAll();
                TestServer server = newServer(transport, mode, Map.of()).start()) {
            int length = server.connect().get("/nothing").readResponse().body().length;
            RecordedEvent event = recording.await("Request", "status", 404);

            assertThat(event.getString("contextPath")).isNull();
            assertThat(event.getLong("bytesWritten")).isEqualTo(length);
            assertThat(event.getBoolean("aborted")).isFalse();
        }
    }

    @InModes
    void namesTheExchangeAsTheAccessLogDoes(Mode mode, Transport transport, @TempDir Path folder) throws IOException {
        LogFile log = new LogFile(folder.resolve(mode + "." + transport));
        try (EventRecording recording = EventRecording.ofAll();
                TestServer server = newServer(transport, mode, log.as("json"))
                        .handle("/echo", FlightRecorderTest::echo)
                        .start()) {
            RawClient client = server.connect();
            client.get("/echo").readResponse();
            client.post("/echo", "second").readResponse();
            RecordedEvent event = recording.await("Request", "exchange", 2L);

            assertThat(event.getString("method")).isEqualTo("POST");
            assertThat(LogFile.parse(log.await(2).get(1)).get("exchange").asLong())
                    .isEqualTo(2);
        }
    }

    @InModes
    void tellsOfTheHandshakeOfAWebSocket(Mode mode, Transport transport) throws IOException {
        try (EventRecording recording = EventRecording.ofAll();
                TestServer server = newServer(transport, mode, Map.of("ringer.http2", "on"))) {
            server.context("/socket", WebSocketHandler.of(new WebSocketListener() {}));
            server.start();
            openWebSocket(server);
            RecordedEvent event = recording.await("Request", "contextPath", "/socket");

            assertThat(event.getInt("status")).isEqualTo(transport.isHttp2() ? 200 : 101);
            assertThat(event.getString("method")).isEqualTo("GET");
            assertThat(event.getBoolean("aborted")).isFalse();
        }
    }

    private static void openWebSocket(TestServer server) throws IOException {
        if (server.transport().isHttp2()) {
            try (Http2Client client = Http2Client.open(server)) {
                assertThat(WebSocketStream.open(client, 1, "/socket").status()).isEqualTo(200);
            }
        } else {
            String[] fields = WebSocketClient.handshake();
            assertThat(server.connect().get("/socket", fields).readUntil("\r\n\r\n"))
                    .contains("101");
        }
    }

    // ---- connections

    @InModes
    @Over(Transport.CLEAR)
    void tellsOfConnectionsWhenTheyAreClosed(Mode mode) throws IOException {
        String request = "POST /echo HTTP/1.1\r\nHost: test\r\nContent-Length: 3\r\n\r\nabc";
        try (EventRecording recording = EventRecording.ofAll();
                TestServer server = newServer(Transport.CLEAR, mode, Map.of())
                        .handle("/echo", FlightRecorderTest::echo)
                        .start()) {
            RawClient client = server.connect();
            client.send(request).readResponse();
            assertThat(recording.events("Connection")).isEmpty();
            String last = "GET /none HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n";
            client.send(last).readToEnd();
            client.close();
            RecordedEvent event = recording.await("Connection", "requests", 2L);

            assertThat(event.getString("remoteAddress")).isEqualTo("127.0.0.1");
            assertThat(event.getInt("remotePort")).isPositive();
            assertThat(event.getString("protocol")).isEqualTo("HTTP/1.1");
            assertThat(event.getLong("bytesReceived")).isEqualTo(request.length() + last.length());
            assertThat(event.getLong("bytesSent")).isGreaterThan(100);
            assertThat(event.getDuration()).isPositive();
        }
    }

    @Test
    void tellsOfConnectionsOfEveryProtocol() throws IOException {
        for (Transport transport : TRANSPORTS) {
            try (EventRecording recording = EventRecording.ofAll();
                    TestServer server = newServer(transport, Mode.NO_EXECUTOR, Map.of())
                            .handle("/echo", FlightRecorderTest::echo)
                            .start()) {
                try (RawClient client = server.connect()) {
                    client.get("/echo").readResponse();
                    client.get("/echo").readResponse();
                }
                RecordedEvent event = recording.await("Connection", "requests", 2L);

                assertThat(event.getString("protocol")).isEqualTo(protocolOf(transport));
            }
        }
    }

    @Test
    void tellsOfHandshakes() throws IOException {
        for (Transport transport : List.of(Transport.TLS, Transport.H2)) {
            try (EventRecording recording = EventRecording.ofAll();
                    TestServer server = newServer(transport, Mode.FIXED_POOL, Map.of())
                            .handle("/echo", FlightRecorderTest::echo)
                            .start()) {
                Transport.forgetSessions(server.port());
                for (int i = 0; i < 2; i++) {
                    try (RawClient client = server.connect()) {
                        client.get("/echo").readResponse(); // also receives the session ticket
                    }
                }
                RecordedEvent first = recording.await("TlsHandshake", "resumed", false);
                assertThat(first.getBoolean("completed")).isTrue();
                assertThat(first.getString("protocol")).isEqualTo("TLSv1.3");
                assertThat(first.getString("cipherSuite")).startsWith("TLS_");
                assertThat(first.getString("applicationProtocol")).isEqualTo(transport.isHttp2() ? "h2" : "");
                assertThat(first.getString("failure")).isNull();
                assertThat(first.getString("remoteAddress")).isEqualTo("127.0.0.1");
                assertThat(first.getDuration()).isPositive();
                recording.await("TlsHandshake", "resumed", true);

                try (RawClient nonsense = RawClient.connect(server.port(), Transport.CLEAR)) {
                    nonsense.send("?nonsense").readToEnd();
                }
                RecordedEvent failed = recording.await("TlsHandshake", "completed", false);
                assertThat(failed.getString("failure")).contains("SSLException");
                assertThat(failed.getString("cipherSuite")).isNull();
            }
        }
    }

    // ---- limits

    @InModes
    void tellsOfRefusals(Mode mode, Transport transport) throws IOException {
        try (EventRecording recording = EventRecording.ofAll();
                TestServer server = newServer(transport, mode, Map.of("ringer.maxBodySize", "10"))
                        .handle("/echo", FlightRecorderTest::echo)
                        .start()) {
            server.connect().request("POST", "/echo", "Content-Length: 11").readResponse();
            RecordedEvent event = recording.await("Refusal", "violation", "BODY_TOO_LARGE");

            assertThat(event.getString("remoteAddress")).isEqualTo("127.0.0.1");
            assertThat(event.getInt("remotePort")).isPositive();
        }
    }

    @Test
    void tellsOfTimeLimits() throws IOException {
        Map<String, String> settings = Map.of("sun.net.httpserver.idleInterval", "150 ms");
        for (Transport transport : TRANSPORTS) {
            try (EventRecording recording = EventRecording.ofAll();
                    TestServer server = newServer(transport, Mode.NO_EXECUTOR, settings)
                            .handle("/echo", FlightRecorderTest::echo)
                            .start()) {
                RawClient client = server.connect();
                client.get("/echo").readResponse();
                RecordedEvent event = recording.await("TimeLimit", "limit", "IDLE_INTERVAL");

                assertThat(event.getString("remoteAddress")).isEqualTo("127.0.0.1");
                assertThat(event.getInt("remotePort")).isPositive();
            }
        }
    }

    @Test
    void tellsOfShedLoad() throws IOException {
        Map<String, String> settings = Map.of("ringer.maxExchanges", "1");
        for (Transport transport : TRANSPORTS) {
            try (Gate gate = new Gate();
                    EventRecording recording = EventRecording.ofAll();
                    TestServer server = newServer(transport, Mode.CACHED_POOL, settings)
                            .handle("/", exchange -> {
                                gate.pass();
                                exchange.sendResponseHeaders(204, -1);
                            })
                            .start()) {
                server.connect().get("/");
                gate.awaitArrival();
                server.connect().get("/").readResponse();
                RecordedEvent event = recording.await("ShedLoad", "limit", "MAX_EXCHANGES");

                assertThat(event.getString("remoteAddress")).isEqualTo("127.0.0.1");
                assertThat(event.getInt("remotePort")).isPositive();
                gate.open();
            }
        }
    }

    @InModes({Mode.NO_EXECUTOR, Mode.LOOPS})
    @Over(Transport.CLEAR)
    void tellsOfReliefs(Mode mode) throws IOException {
        try (Gate gate = new Gate();
                EventRecording recording = EventRecording.ofAll();
                TestServer server = newServer(Transport.CLEAR, mode, Map.of())
                        .handle("/", exchange -> {
                            gate.pass();
                            exchange.sendResponseHeaders(204, -1);
                        })
                        .handle("/echo", FlightRecorderTest::echo)
                        .start()) {
            RawClient held = server.connect().get("/");
            gate.awaitArrival();
            ServerStatistics statistics = dev.ringer.Ringer.statistics(server.server());
            Deadlines.await("the stand-in turns the loop", () -> statistics.loopReliefs() == 1);
            gate.open();
            held.readResponse();
            RecordedEvent atWork = recording.await("LoopRelief", "waiting", false);
            RecordedEvent waiting = null;
            for (int i = 0;
                    i < 20 && waiting == null;
                    i++) { // on a slow machine, the relief may find the handler before it waits
                long before = statistics.loopReliefs();
                RawClient uploading =
                        server.connect().request("POST", "/echo", "Transfer-Encoding: chunked", "Incremental: ?1");
                Deadlines.await("the stand-in turns the loop", () -> statistics.loopReliefs() > before);
                uploading.send("1\r\nx\r\n0\r\n\r\n").readResponse();
                waiting = recording.events("LoopRelief").stream()
                        .filter(event -> event.getBoolean("waiting"))
                        .findFirst()
                        .orElse(null);
            }
            assertThat(waiting).isNotNull();

            assertThat(atWork.getThread("relieved").getJavaName()).startsWith("HTTP-Dispatcher");
            assertThat(atWork.getThread().getJavaName()).endsWith("stand-in");
            assertThat(waiting.getThread("relieved").getJavaName()).startsWith("HTTP-Dispatcher");
        }
    }

    // ---- what the tests share

    private static TestServer newServer(Transport transport, Mode mode, Map<String, String> settings)
            throws IOException {
        return TestServer.create(Provider.RINGER, transport, mode, settings);
    }

    private static String protocolOf(Transport transport) {
        return transport.isHttp2() ? "HTTP/2.0" : "HTTP/1.1";
    }

    private static void echo(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        byte[] answer = body.length > 0 ? body : "empty".getBytes(StandardCharsets.US_ASCII);
        exchange.sendResponseHeaders(200, answer.length);
        exchange.getResponseBody().write(answer);
        exchange.close();
    }

    private static void pause() { // the time that is measured, not a wait for a condition
        for (long end = System.nanoTime() + PAUSE.toNanos(); end - System.nanoTime() > 0; ) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
    }
}
