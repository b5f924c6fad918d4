package dev.ringer.example.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.ringer.events.EventStream;
import dev.ringer.events.ServerSentEvent;
import dev.ringer.testkit.Browser;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Over;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.io.TempDir;

/** Tests the page of events in a headless browser, and its stream with a raw client. */
class EventsPageTest {
    private static final String READER = """
            <!doctype html>
            <script>
              const until = (source, test) => new Promise(resolve => {
                source.addEventListener("message", event => test(event) && resolve(event));
              });
              const run = async () => {
                const patient = new EventSource("/patient");
                await new Promise(resolve => patient.onerror = resolve);
                const source = new EventSource("/events/stream");
                const lastIds = []; // when the stream ended
                let last = 0;
                let wrong = "";
                source.onmessage = event => {
                  const id = Number(event.lastEventId);
                  if (last && id !== last + 1) wrong += `${id} after ${last}. `;
                  last = id;
                };
                source.onerror = () => lastIds.push(last);
                await until(source, () => last);
                for (const end of ["/close", "/abort", "/close", "/abort"]) {
                  const again = new Promise(resolve => source.addEventListener("open", resolve, {once: true}));
                  await fetch(end, {method: "POST"});
                  await again;
                  const then = last;
                  await until(source, () => last > then + 3);
                }
                source.close();
                return wrong || lastIds.join();
              };
              window.onload = () =>
                run().catch(String).then(result => fetch("/done", {method: "POST", body: result}));
            </script>
            """;

    private final EventsPage events = new EventsPage(Duration.ofMillis(50));
    private final CompletableFuture<String> done = new CompletableFuture<>();

    @TempDir
    private Path place;

    @InModes({Mode.NO_EXECUTOR, Mode.FIXED_POOL})
    @Over({Transport.CLEAR, Transport.TLS})
    void givesChromiumWhatItHasMissed(Mode mode) throws Exception {
        missesNothing(Browser.CHROMIUM, mode);
    }

    @InModes({Mode.NO_EXECUTOR, Mode.FIXED_POOL})
    @Over({Transport.CLEAR, Transport.TLS})
    void givesFirefoxWhatItHasMissed(Mode mode) throws Exception {
        missesNothing(Browser.FIREFOX, mode);
    }

    /**
     * Runs a page whose stream the server ends four times: it closes the stream twice and aborts it twice, by turns.
     * The page gets each event once, and the server gets the last id of the page each time. A second stream has a retry
     * time of an hour and ends before the first one opens. A browser that ignored retry times would open that second
     * stream again before the page is done.
     */
    private void missesNothing(Browser browser, Mode mode) throws Exception {
        assumeTrue(browser.available(), () -> browser + " is not installed");
        Set<String> protocols = ConcurrentHashMap.newKeySet();
        Queue<String> lastIds = new ConcurrentLinkedQueue<>();
        AtomicInteger patient = new AtomicInteger(); // requests for the second stream
        try (TestServer server = TestServer.create(Provider.RINGER, Transport.current(), mode, Map.of())) {
            server.handle("/events", exchange -> {
                        protocols.add(exchange.getProtocol());
                        lastIds.addAll(exchange.getRequestHeaders().getOrDefault("Last-Event-ID", List.of()));
                        events.handle(exchange);
                    })
                    .handle("/patient", exchange -> {
                        patient.incrementAndGet();
                        EventStream stream = EventStream.open(exchange);
                        stream.send(ServerSentEvent.builder()
                                .retry(Duration.ofHours(1))
                                .build());
                        stream.close();
                    })
                    .handle("/close", ending(EventStream::close))
                    .handle("/abort", ending(EventStream::abort))
                    .handle("/done", this::finish)
                    .handle("/", EventsPageTest::reader)
                    .start();
            String scheme = Transport.current().isSecure() ? "https" : "http";
            try (Browser.Shown shown = browser.show(place, scheme + "://127.0.0.1:" + server.port() + "/")) {
                assertThat(done.get(90, TimeUnit.SECONDS)).isEqualTo(String.join(",", lastIds));
                assertThat(lastIds).hasSize(4);
                assertThat(patient).hasValue(1);
                assertThat(protocols).containsExactly(Transport.current().isSecure() ? "HTTP/2.0" : "HTTP/1.1");
                assertThat(shown).isNotNull();
            }
        }
    }

    private HttpHandler ending(Consumer<EventStream> end) {
        return exchange -> {
            events.endAll(end);
            exchange.sendResponseHeaders(204, -1);
        };
    }

    private void finish(HttpExchange exchange) throws IOException {
        done.complete(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        exchange.sendResponseHeaders(204, -1);
    }

    private static void reader(HttpExchange exchange) throws IOException {
        byte[] page = READER.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
        exchange.sendResponseHeaders(200, page.length);
        exchange.getResponseBody().write(page);
        exchange.close();
    }

    @InModes({Mode.NO_EXECUTOR, Mode.FIXED_POOL})
    void sendsAgainWhatCameAfterTheLastId(Mode mode) throws Exception {
        try (TestServer server = TestServer.create(Provider.RINGER, mode)
                .handle("/events", events)
                .start()) {
            RawClient first = server.connect().get("/events/stream");
            assertThat(first.readUntil("\r\n\r\n")).contains("text/event-stream");
            assertThat(first.readUntil("\n\n")).contains("event: welcome\n");
            String event = first.readUntil("\n\n");
            long id = Long.parseLong(event.replaceFirst("(?s).*id: ([0-9]+)\n.*", "$1"));
            assertThat(first.readUntil("\n\n")).contains("id: " + (id + 1) + "\n");
            first.reset();

            RawClient again = server.connect().get("/events/stream", "Last-Event-ID: " + id);
            assertThat(again.readUntil("\r\n\r\n")).contains("text/event-stream");
            assertThat(again.readUntil("\n\n")).contains("event: welcome\n");
            assertThat(again.readUntil("\n\n")).contains("id: " + (id + 1) + "\n");
            assertThat(server.connect().get("/events").readResponse().text()).contains("new EventSource");
        }
    }
}
