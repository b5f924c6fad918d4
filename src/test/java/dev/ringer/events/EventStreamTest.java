package dev.ringer.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpHandler;
import dev.ringer.files.CompressionFilter;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Fate;
import dev.ringer.testkit.Gate;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Over;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Response;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.ThreadKind;
import dev.ringer.testkit.Transport;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.parallel.Execution;

@Execution(CONCURRENT) // the tests wait more than they compute
class EventStreamTest {
    private static final int SIZE = 64 * 1024;
    private static final int COUNT = 100;
    private static final ServerSentEvent LARGE = ServerSentEvent.of("x".repeat(SIZE));

    // ---- what a client gets

    @InModes
    void sendsEventsAfterItsHandlerHasReturned(Mode mode) throws Exception {
        EventHandler handler = new EventHandler();
        try (TestServer server = handler.start(mode);
                EventClient client = EventClient.open(server, "Last-Event-ID: 41")) {
            EventStream stream = handler.stream();
            stream.send(ServerSentEvent.builder().id("42").data("a\nb").build());
            assertThat(stream.trySend(ServerSentEvent.of("tick", "é"))).isTrue();
            stream.comment("nothing");

            assertThat(client.head())
                    .startsWith("HTTP/1.1 200 OK\r\n")
                    .contains(
                            "Content-type: text/event-stream; charset=utf-8\r\n",
                            "Cache-control: no-cache, no-transform\r\n",
                            "X-accel-buffering: no\r\n");
            assertThat(client.next()).isEqualTo("id: 42\ndata: a\ndata: b");
            assertThat(client.next()).isEqualTo("event: tick\ndata: é");
            assertThat(client.next()).isEqualTo(": nothing");
            assertThat(stream.lastEventId()).isEqualTo("41");
            assertThat(stream.isOpen()).isTrue();
            assertThat(stream.pendingBytes()).isZero();
        }
    }

    @InModes
    void endsInOrderWhenItIsClosed(Mode mode) throws Exception {
        EventHandler handler = new EventHandler();
        try (TestServer server = handler.start(mode);
                EventClient client = EventClient.open(server)) {
            EventStream stream = handler.stream();
            stream.send(ServerSentEvent.of("last"));
            stream.close();
            stream.close();

            assertThat(stream.isOpen()).isFalse();
            assertThat(client.next()).isEqualTo("data: last");
            assertThat(client.endsInOrder()).isTrue();
            handler.awaitClosed(1);
            assertThat(client.raw().fate()).isEqualTo(Transport.current().isHttp2() ? Fate.USABLE : Fate.CLOSED);
            assertThat(stream.trySend(ServerSentEvent.of("late"))).isFalse();
            assertThatIOException().isThrownBy(() -> stream.send(ServerSentEvent.of("late")));
            assertThat(handler.closed).hasValue(1);
        }
    }

    @InModes
    void doesNotLookWholeWhenItIsAborted(Mode mode) throws Exception {
        EventHandler handler = new EventHandler();
        try (TestServer server = handler.start(mode);
                EventClient client = EventClient.open(server)) {
            EventStream stream = handler.stream();
            stream.send(ServerSentEvent.of("first"));
            assertThat(client.next()).isEqualTo("data: first");
            stream.abort();

            assertThat(client.endsInOrder()).isFalse();
            handler.awaitClosed(1);
            assertThat(stream.isOpen()).isFalse();
        }
    }

    @InModes
    @Over({Transport.CLEAR, Transport.TLS})
    void lastsUntilTheEndOfAConnectionOfHttp10(Mode mode) throws Exception {
        EventHandler handler = new EventHandler();
        try (TestServer server = handler.start(mode)) {
            String request = "GET " + EventClient.PATH + " HTTP/1.0\r\nHost: test\r\nConnection: keep-alive\r\n\r\n";
            try (EventClient client = EventClient.of(server.connect().send(request));
                    EventClient cut = EventClient.of(server.connect().send(request))) {
                EventStream stream = handler.stream();
                EventStream other = handler.stream();
                for (EventStream each : List.of(stream, other)) {
                    each.send(ServerSentEvent.of("a"));
                }
                assertThat(client.head()).contains("Connection: close").doesNotContain("chunked");
                assertThat(client.next()).isEqualTo("data: a");
                assertThat(cut.next()).isEqualTo("data: a");
                stream.close();
                other.close();
                assertThat(client.endsInOrder()).isTrue();
                assertThat(cut.endsInOrder()).isTrue();
                handler.awaitClosed(2);
            }
        }
    }

    @InModes
    @Over(Transport.CLEAR)
    void resetsAConnectionOfHttp10ThatItCutsOff(Mode mode) throws Exception {
        EventHandler handler = new EventHandler();
        try (TestServer server = handler.start(mode);
                EventClient client = EventClient.of(
                        server.connect().send("GET " + EventClient.PATH + " HTTP/1.0\r\nHost: test\r\n\r\n"))) {
            handler.stream().abort();

            assertThat(client.endsInOrder()).isFalse();
        }
    }

    @InModes
    void answersHeadWithTheHeadAlone(Mode mode) throws Exception {
        EventHandler handler = new EventHandler();
        try (TestServer server = handler.start(mode);
                RawClient client = server.connect()) {
            Response head = client.request("HEAD", EventClient.PATH).readResponse("HEAD");
            EventStream stream = handler.stream();

            assertThat(head.status()).isEqualTo(200);
            assertThat(head.value("Content-Type")).contains("text/event-stream; charset=utf-8");
            assertThat(stream.isOpen()).isFalse();
            assertThat(stream.trySend(ServerSentEvent.of("a"))).isFalse();
            assertThatIOException().isThrownBy(() -> stream.comment("a"));
            assertThat(handler.closed).hasValue(1);
            assertThat(client.fate()).isEqualTo(Fate.USABLE);
        }
    }

    @InModes
    void keepsTheFieldsOfItsHandler(Mode mode) throws Exception {
        HttpHandler handler = exchange -> {
            exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
            exchange.getResponseHeaders().set("Cache-Control", "no-store");
            exchange.getResponseHeaders().set("X-Accel-Buffering", "yes");
            EventStream stream = EventStream.open(exchange);
            assertThat(exchange.getResponseCode()).isEqualTo(200);
            assertThatIOException().isThrownBy(() -> EventStream.open(exchange));
            assertThatIOException().isThrownBy(() -> exchange.sendResponseHeaders(204, -1));
            stream.send(ServerSentEvent.of("a"));
            exchange.close();
            stream.send(ServerSentEvent.of("b"));
            stream.close();
        };
        try (TestServer server = TestServer.create(Provider.RINGER, mode)
                        .handle(EventClient.PATH, handler)
                        .start();
                EventClient client = EventClient.open(server)) {
            assertThat(client.head())
                    .contains(
                            "Content-type: text/event-stream\r\n",
                            "Cache-control: no-store\r\n",
                            "X-accel-buffering: yes\r\n");
            assertThat(client.next()).isEqualTo("data: a");
            assertThat(client.next()).isEqualTo("data: b");
            assertThat(client.endsInOrder()).isTrue();
        }
    }

    /** The APIs of language models work this way: the client sends the question in a POST request. */
    @InModes
    void answersAPostThatWasRead(Mode mode) throws Exception {
        HttpHandler handler = exchange -> {
            String asked = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            exchange.getRequestBody().close();
            EventStream stream = EventStream.open(exchange, EventHandler.QUIET);
            stream.send(ServerSentEvent.of(asked));
            stream.close();
        };
        try (TestServer server = TestServer.create(Provider.RINGER, mode)
                        .handle(EventClient.PATH, handler)
                        .start();
                EventClient client = EventClient.of(server.connect().post(EventClient.PATH, "why?"))) {
            assertThat(client.next()).isEqualTo("data: why?");
            assertThat(client.endsInOrder()).isTrue();
        }
    }

    @InModes
    void dropsContentThatNobodyHasRead(Mode mode) throws Exception {
        EventHandler handler = new EventHandler();
        try (TestServer server = handler.start(mode);
                EventClient client = EventClient.of(server.connect().post(EventClient.PATH, "x".repeat(40_000)))) {
            EventStream stream = handler.stream();
            stream.send(ServerSentEvent.of("a"));
            assertThat(client.next()).isEqualTo("data: a");
            stream.close();

            assertThat(client.endsInOrder()).isTrue();
            handler.awaitClosed(1);
        }
    }

    /** Whatever the builder accepts as an id, the server accepts as Last-Event-ID. */
    @InModes
    void getsBackEveryIdThatItSends(Mode mode) throws Exception {
        EventHandler handler = new EventHandler();
        try (TestServer server = handler.start(mode)) {
            for (String id : List.of(
                    "42", "a b\tc", "é€😀", "\u0080\u009f\u00a0", "\ufeff1", "\u2028", "x".repeat(4096), "{\"n\":1}")) {
                String sent = ServerSentEvent.builder().id(id).build().id();
                String bytes = new String(sent.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
                try (EventClient client = EventClient.open(server, "Last-Event-ID: " + bytes)) {
                    assertThat(client.head()).contains("200");
                    assertThat(handler.stream().lastEventId()).isEqualTo(id);
                }
            }
        }
    }

    @InModes
    void decodesTheLastIdAsClientsEncodeIt(Mode mode) throws Exception {
        EventHandler handler = new EventHandler();
        String bytes = new String("é€".getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
        try (TestServer server = handler.start(mode);
                EventClient without = EventClient.open(server)) {
            assertThat(without.head()).contains("200");
            assertThat(handler.stream().lastEventId()).isNull();
            EventClient.open(server, "Last-Event-ID: " + bytes);
            assertThat(handler.stream().lastEventId()).isEqualTo("é€");
            EventClient.open(server, "Last-Event-ID: \u00e9!");
            assertThat(handler.stream().lastEventId()).isEqualTo("\u00e9!");
        }
    }

    // ---- filters

    @InModes
    void passesByACompressionFilter(Mode mode) throws Exception {
        EventHandler handler = new EventHandler();
        try (TestServer server = TestServer.create(Provider.RINGER, mode)) {
            server.context(EventClient.PATH, handler).getFilters().add(CompressionFilter.of());
            EventClient client = EventClient.open(server.start(), "Accept-Encoding: gzip");
            EventStream stream = handler.stream();
            stream.send(ServerSentEvent.of("a"));

            assertThat(client.head()).doesNotContain("gzip");
            assertThat(client.next()).isEqualTo("data: a");
            stream.close();
            assertThat(client.endsInOrder()).isTrue();
        }
    }

    /** A filter that replaces the body must see every byte, for example to change or count it. */
    @InModes
    void sendsThroughAStreamThatAFilterHasSet(Mode mode) throws Exception {
        assertShouts(mode, List.of(shouting()));
        assertShouts(mode, List.of(CompressionFilter.of(), shouting()));
    }

    private static void assertShouts(Mode mode, List<Filter> filters) throws Exception {
        EventHandler handler = new EventHandler();
        try (TestServer server = TestServer.create(Provider.RINGER, mode)) {
            server.context(EventClient.PATH, handler).getFilters().addAll(filters);
            EventClient client = EventClient.open(server.start());
            EventStream stream = handler.stream();
            stream.send(ServerSentEvent.of("a"));

            assertThat(client.next()).isEqualTo("DATA: A");
            stream.close();
            assertThat(client.endsInOrder()).isTrue();
            handler.awaitClosed(1);
        }
    }

    private static Filter shouting() {
        return Filter.beforeHandler("", exchange -> exchange.setStreams(null, shouting(exchange.getResponseBody())));
    }

    @InModes
    void endsIfAStreamThatAFilterHasSetFails(Mode mode) throws Exception {
        EventHandler handler = new EventHandler();
        Filter failing = Filter.beforeHandler("", exchange -> exchange.setStreams(null, failing()));
        try (TestServer server = TestServer.create(Provider.RINGER, mode)) {
            server.context(EventClient.PATH, handler).getFilters().add(failing);
            server.start().connect().get(EventClient.PATH);
            EventStream stream = handler.stream();

            assertThatIllegalStateException().isThrownBy(() -> stream.send(ServerSentEvent.of("a")));
            assertThat(stream.isOpen()).isFalse();
            assertThatIOException().isThrownBy(() -> stream.send(ServerSentEvent.of("b")));
            handler.awaitClosed(1);
        }
    }

    /** Returns a stream that fails at the third byte of an event. */
    private static OutputStream failing() {
        return new OutputStream() {
            private int written;

            @Override
            public void write(int b) {
                if (++written == 3) {
                    throw new IllegalStateException("on purpose");
                }
            }
        };
    }

    private static OutputStream shouting(OutputStream out) {
        return new FilterOutputStream(out) {
            @Override
            public void write(int b) throws IOException {
                out.write(b >= 'a' && b <= 'z' ? b - 32 : b);
            }
        };
    }

    // ---- threads

    @InModes
    void holdsNoThread(Mode mode) throws Exception {
        EventHandler handler = new EventHandler();
        try (TestServer server = handler.start(mode)) {
            List<EventClient> clients = new ArrayList<>();
            List<EventStream> streams = new ArrayList<>();
            for (int i = 0; i < 12; i++) { // more than the threads of any pool of the tests
                clients.add(EventClient.open(server));
                streams.add(handler.stream());
            }
            assertThat(server.connect().fate()).isEqualTo(Fate.USABLE);
            ServerSentEvent event = ServerSentEvent.of("to all");
            for (EventStream stream : streams) {
                assertThat(stream.trySend(event)).isTrue();
            }
            for (EventClient client : clients) {
                assertThat(client.next()).isEqualTo("data: to all");
            }
        }
    }

    /** If streams counted, a few idle ones would reach the limit, and the server would refuse all other clients. */
    @InModes
    void doesNotCountAsAnExchange(Mode mode) throws Exception {
        EventHandler handler = new EventHandler();
        try (TestServer server = handler.start(mode, Map.of("ringer.maxExchanges", "1"))) {
            for (int i = 0; i < 3; i++) {
                EventClient client = EventClient.open(server);
                handler.stream().send(ServerSentEvent.of("a"));
                assertThat(client.next()).isEqualTo("data: a");
            }
        }
    }

    /** The handler goes on after the failure, so its exchange is still in progress. */
    @InModes
    void countsAsAnExchangeIfItCannotBeOpened(Mode mode) throws Exception {
        try (Gate gate = new Gate()) {
            EventHandler handler = new EventHandler();
            HttpHandler failing = exchange -> {
                exchange.getResponseHeaders().set("not a token", "x");
                assertThatIllegalArgumentException().isThrownBy(() -> handler.handle(exchange));
                gate.pass();
                exchange.getResponseHeaders().remove("not a token");
                handler.handle(exchange);
            };
            Map<String, String> one = Map.of("ringer.maxExchanges", "1");
            try (TestServer server = TestServer.create(Provider.RINGER, Transport.current(), mode, one)
                            .handle(EventClient.PATH, failing)
                            .start();
                    RawClient first = server.connect().get(EventClient.PATH)) {
                gate.awaitArrival();
                assertThat(server.connect().get(EventClient.PATH).readResponse().status())
                        .isEqualTo(503);
                gate.open();
                handler.stream().send(ServerSentEvent.of("a"));
                assertThat(EventClient.of(first).next()).isEqualTo("data: a");
                assertThat(server.connect().get("/elsewhere").readResponse().status())
                        .isEqualTo(404);
            }
        }
    }

    @InModes
    void letsManyThreadsSend(Mode mode) throws Exception {
        EventHandler handler = new EventHandler();
        try (TestServer server = handler.start(mode);
                EventClient client = EventClient.open(server)) {
            EventStream stream = handler.stream();
            for (int t = 0; t < 4; t++) {
                String name = "t" + t;
                ThreadKind.PLATFORM.start(() -> sendNumbers(stream, name));
            }
            int[] seen = new int[4];
            for (int i = 0; i < 4 * COUNT; i++) {
                String[] lines = client.next().split("\n");
                int thread = lines[0].charAt("event: t".length()) - '0';
                assertThat(lines[1]).isEqualTo("data: " + seen[thread]++);
            }
        }
    }

    private static void sendNumbers(EventStream stream, String name) {
        for (int i = 0; i < COUNT; i++) {
            try {
                stream.send(ServerSentEvent.of(name, Integer.toString(i)));
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        }
    }

    // ---- clients that are slow

    @InModes
    void letsASenderWaitForASlowClient(Mode mode) throws Exception {
        EventHandler handler = new EventHandler(
                EventHandler.QUIET.toBuilder().maxPendingBytes(2 * SIZE).build());
        try (TestServer server = handler.start(mode);
                EventClient client = EventClient.openNarrow(server)) {
            EventStream stream = handler.stream();
            Thread sender = ThreadKind.PLATFORM.start(() -> sendLarge(stream, new AtomicReference<>()));

            Deadlines.await("the sender waits", () -> sender.getState() == Thread.State.WAITING);
            assertThat(stream.pendingBytes()).isBetween((long) SIZE, 2L * SIZE);
            assertThat(stream.trySend(LARGE)).isFalse();
            for (int i = 0; i < COUNT; i++) {
                assertThat(client.next()).hasSize("data: ".length() + SIZE);
            }
            sender.join(Deadlines.PATIENCE.toMillis());
            assertThat(sender.isAlive()).isFalse();
        }
    }

    private static void sendLarge(EventStream stream, AtomicReference<Throwable> end) {
        try {
            for (int i = 0; i < COUNT; i++) {
                stream.send(LARGE);
            }
        } catch (IOException e) {
            end.set(e);
        }
    }

    @InModes
    void letsAHandlerSendMoreThanItsClientTakes(Mode mode) throws Exception {
        HttpHandler handler = exchange -> {
            EventStream stream = EventStream.open(
                    exchange, EventHandler.QUIET.toBuilder().maxPendingBytes(1).build());
            for (int i = 0; i < COUNT; i++) {
                stream.send(LARGE);
            }
            stream.close();
        };
        try (TestServer server = TestServer.create(Provider.RINGER, mode)
                        .handle(EventClient.PATH, handler)
                        .start();
                EventClient client = EventClient.openNarrow(server)) {
            for (int i = 0; i < COUNT; i++) {
                assertThat(client.next()).hasSize("data: ".length() + SIZE);
            }
            assertThat(client.endsInOrder()).isTrue();
        }
    }

    @InModes
    void wakesASenderWhoseStreamIsAborted(Mode mode) throws Exception {
        EventHandler handler = new EventHandler(
                EventHandler.QUIET.toBuilder().maxPendingBytes(SIZE).build());
        try (TestServer server = handler.start(mode);
                EventClient client = EventClient.openNarrow(server)) {
            EventStream stream = handler.stream();
            AtomicReference<Throwable> end = new AtomicReference<>();
            Thread sender = ThreadKind.PLATFORM.start(() -> sendLarge(stream, end));
            Deadlines.await("the sender waits", () -> sender.getState() == Thread.State.WAITING);
            stream.abort();

            Deadlines.await("the sender is told", () -> end.get() != null);
            Deadlines.await("nothing is pending", () -> stream.pendingBytes() == 0);
            handler.awaitClosed(1);
            assertThat(client.endsInOrder()).isFalse();
        }
    }

    @InModes
    void cutsOffAClientThatReadsNothing(Mode mode) throws Exception {
        EventHandler handler = new EventHandler();
        try (TestServer server = handler.start(mode, Map.of("ringer.writeStallTimeout", "150 ms"));
                EventClient client = EventClient.openNarrow(server)) {
            EventStream stream = handler.stream();
            AtomicReference<Throwable> end = new AtomicReference<>();
            ThreadKind.PLATFORM.start(() -> sendLarge(stream, end));

            handler.awaitClosed(1);
            Deadlines.await("the sender is told", () -> end.get() != null);
            assertThat(stream.isOpen()).isFalse();
            assertThat(client.endsInOrder()).isFalse();
        }
    }

    /** Checks that the write stall timeout applies to pending bytes even after {@code close()}. */
    @InModes
    void cutsOffAClientThatDoesNotReadTheEnd(Mode mode) throws Exception {
        EventHandler handler = new EventHandler(
                EventHandler.QUIET.toBuilder().maxPendingBytes(0).build());
        try (TestServer server = handler.start(mode, Map.of("ringer.writeStallTimeout", "150 ms"));
                EventClient client = EventClient.openNarrow(server)) {
            EventStream stream = handler.stream();
            sendLarge(stream, new AtomicReference<>());
            stream.close();

            handler.awaitClosed(1);
            assertThat(client.endsInOrder()).isFalse();
        }
    }

    // ---- clients that leave

    @InModes
    void noticesAClientThatLeaves(Mode mode) throws Exception {
        EventHandler handler = new EventHandler();
        try (TestServer server = handler.start(mode)) {
            EventClient client = EventClient.open(server);
            EventClient other = EventClient.open(server);
            EventStream stream = handler.stream();
            handler.stream();
            client.close();
            other.raw().reset();

            handler.awaitClosed(2);
            assertThat(stream.isOpen()).isFalse();
            AtomicInteger late = new AtomicInteger();
            stream.onClose(late::incrementAndGet);
            assertThat(late).hasValue(1);
        }
    }

    @InModes
    @Over({Transport.CLEAR, Transport.TLS})
    void noticesAClientThatEndsItsSide(Mode mode) throws Exception {
        EventHandler handler = new EventHandler();
        try (TestServer server = handler.start(mode);
                EventClient client = EventClient.open(server)) {
            handler.stream();
            client.raw().halfClose();

            handler.awaitClosed(1);
            assertThat(client.endsInOrder()).isFalse();
        }
    }

    /** Checks that bytes from the client, even requests, neither keep the loop busy nor fill the memory. */
    @InModes
    @Over({Transport.CLEAR, Transport.TLS})
    void ignoresWhatAClientSays(Mode mode) throws Exception {
        EventHandler handler = new EventHandler(
                EventHandler.QUIET.toBuilder().heartbeat(Duration.ofMillis(50)).build());
        try (TestServer server = handler.start(mode);
                EventClient client = EventClient.open(server)) {
            EventStream stream = handler.stream();
            client.raw().get(EventClient.PATH).get("/none");
            client.raw().sendMeanwhile(new byte[8 << 20]);
            stream.send(ServerSentEvent.of("a"));
            String next = client.next();
            while (next.equals(":")) {
                next = client.next();
            }
            assertThat(next).isEqualTo("data: a");
            assertThat(server.memory().taken()).isLessThan(1 << 20);
            client.raw().reset();

            handler.awaitClosed(1);
        }
    }

    /** A response to the second request would appear among the events or after the end of the stream. */
    @InModes
    @Over({Transport.CLEAR, Transport.TLS})
    void answersNoPipelinedRequestBehindIt(Mode mode) throws Exception {
        String first = "GET /first HTTP/1.1\r\nHost: test\r\n\r\n";
        String events = EventClient.PATH + " HTTP/1.1\r\nHost: test\r\n";
        for (String opening : List.of("GET " + events + "\r\n", "POST " + events + "Content-Length: 5\r\n\r\nhello")) {
            EventHandler handler = new EventHandler();
            AtomicInteger others = new AtomicInteger();
            try (TestServer server = handler.start(mode);
                    RawClient raw = server.connect()) {
                server.handle("/first", exchange -> exchange.sendResponseHeaders(204, -1));
                server.handle("/other", exchange -> {
                    others.incrementAndGet();
                    exchange.sendResponseHeaders(204, -1);
                });
                raw.send(first + opening + "GET /other HTTP/1.1\r\nHost: test\r\n\r\n");

                assertThat(raw.readResponse().status()).isEqualTo(204);
                EventClient client = EventClient.of(raw);
                assertThat(client.head()).contains("200", "Connection: close\r\n");
                EventStream stream = handler.stream();
                stream.send(ServerSentEvent.of("a"));
                assertThat(client.next()).isEqualTo("data: a");
                raw.get("/other");
                stream.close();
                assertThat(client.endsInOrder()).isTrue();
                assertThat(raw.awaitEnd(Deadlines.PATIENCE)).isEqualTo(Fate.CLOSED);
                handler.awaitClosed(1);
                assertThat(others).hasValue(0);
            }
        }
    }

    @InModes
    void callsAllActionsThoughOneFails(Mode mode) throws Exception {
        EventHandler handler = new EventHandler();
        try (TestServer server = handler.start(mode);
                EventClient client = EventClient.open(server)) {
            EventStream stream = handler.stream();
            List<String> called = java.util.Collections.synchronizedList(new ArrayList<>());
            stream.onClose(() -> called.add("first"));
            stream.onClose(() -> {
                throw new IllegalStateException("on purpose");
            });
            stream.onClose(() -> called.add("last"));
            stream.close();

            Deadlines.await("both are called", () -> called.size() == 2);
            assertThat(called).containsExactly("first", "last");
            assertThat(client.endsInOrder()).isTrue();
        }
    }

    // ---- heartbeats

    @InModes
    void sendsHeartbeatsWhileNothingElseIsSent(Mode mode) throws Exception {
        EventHandler handler = new EventHandler(
                EventHandler.QUIET.toBuilder().heartbeat(Duration.ofMillis(20)).build());
        try (TestServer server = handler.start(mode);
                EventClient client = EventClient.open(server)) {
            EventStream stream = handler.stream();
            for (int i = 0; i < 3; i++) {
                assertThat(client.next()).isEqualTo(":");
            }
            stream.close();
            assertThat(client.endsInOrder()).isTrue();
        }
    }

    @InModes
    void sendsNoHeartbeatIfItIsNotDue(Mode mode) throws Exception {
        EventHandler handler = new EventHandler(EventStreamOptions.defaults());
        try (TestServer server = handler.start(mode);
                EventClient client = EventClient.open(server)) {
            handler.stream();

            assertThat(client.raw().hasByteWithin(Deadlines.QUIET)).isFalse();
        }
    }

    // ---- the end of the server

    @InModes
    void endsInOrderWhenTheServerStops(Mode mode) throws Exception {
        EventHandler handler = new EventHandler();
        try (TestServer server = handler.start(mode);
                EventClient client = EventClient.open(server)) {
            EventStream stream = handler.stream();
            stream.send(ServerSentEvent.of("a"));
            Thread stopping = ThreadKind.PLATFORM.start(() -> server.server().stop(20));

            assertThat(client.next()).isEqualTo("data: a");
            assertThat(client.endsInOrder()).isTrue();
            handler.awaitClosed(1);
            assertThat(stream.isOpen()).isFalse();
            client.close();
            stopping.join(Deadlines.PATIENCE.toMillis());
            assertThat(stopping.isAlive()).isFalse();
        }
    }

    @InModes
    void doesNotLookWholeWhenTheServerStopsAtOnce(Mode mode) throws Exception {
        EventHandler handler = new EventHandler();
        try (TestServer server = handler.start(mode);
                EventClient client = EventClient.open(server)) {
            EventStream stream = handler.stream();
            server.server().stop(0);

            assertThat(client.endsInOrder()).isFalse();
            Deadlines.await("it is closed", () -> !stream.isOpen());
        }
    }
}
