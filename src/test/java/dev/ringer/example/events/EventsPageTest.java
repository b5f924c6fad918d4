package dev.ringer.example.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpExchange;
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
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;

/** The page of events: in a headless browser whose connection is lost, and as a client sees its stream. */
class EventsPageTest {
    private static final String READER = """
            <!doctype html>
            <script>
              const until = (source, test) => new Promise(resolve => {
                source.addEventListener("message", event => test(event) && resolve(event));
              });
              const run = async () => {
                const source = new EventSource("/events/stream");
                let last = 0;
                let wrong = "";
                source.onmessage = event => {
                  const id = Number(event.lastEventId);
                  if (last && id !== last + 1) wrong += `${id} after ${last}. `;
                  last = id;
                };
                await until(source, () => last);
                for (let i = 0; i < 2; i++) {
                  const again = new Promise(resolve => source.addEventListener("open", resolve, {once: true}));
                  await fetch("/lose", {method: "POST"});
                  await again;
                  const then = last;
                  await until(source, () => last > then + 3);
                }
                source.close();
                return wrong || "well";
              };
              window.onload = () =>
                run().catch(String).then(told => fetch("/done", {method: "POST", body: told}));
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

    private void missesNothing(Browser browser, Mode mode) throws Exception {
        assumeTrue(browser.available(), () -> "no " + browser + " on the path: nobody reads");
        Set<String> protocols = ConcurrentHashMap.newKeySet();
        try (TestServer server = TestServer.create(Provider.RINGER, Transport.current(), mode, Map.of())) {
            server.handle("/events", exchange -> {
                        protocols.add(exchange.getProtocol());
                        events.handle(exchange);
                    })
                    .handle("/lose", exchange -> {
                        events.loseAll();
                        exchange.sendResponseHeaders(204, -1);
                    })
                    .handle("/done", this::finish)
                    .handle("/", EventsPageTest::reader)
                    .start();
            String scheme = Transport.current().isSecure() ? "https" : "http";
            try (Browser.Shown shown = browser.show(place, scheme + "://127.0.0.1:" + server.port() + "/")) {
                assertThat(done.get(90, TimeUnit.SECONDS)).isEqualTo("well");
                assertThat(protocols).containsExactly(Transport.current().isSecure() ? "HTTP/2.0" : "HTTP/1.1");
                assertThat(shown).isNotNull();
            }
        }
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
