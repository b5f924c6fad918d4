package dev.ringer.example.chat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.ringer.testkit.Browser;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;

/** Tests two chat pages in a headless browser, each in a frame of a page that types and reads as users would. */
class ChatPageTest {
    private static final String PEOPLE = """
            <!doctype html>
            <iframe src="/chat"></iframe><iframe src="/chat"></iframe>
            <script>
              const pages = [...document.querySelectorAll("iframe")];
              const find = (page, what) => page.contentDocument.querySelector(what);
              const says = (page, text) => {
                find(page, "#words").value = text;
                find(page, "#say button").click();
              };
              const reads = (page, text) =>
                [...page.contentDocument.querySelectorAll("#messages li")].some(item => item.textContent === text);
              const isConnected = page => find(page, "#state")?.textContent === "connected";
              // connected is what the page sees; it is told what is said once the server has taken it in, which it tells everybody
              const isPresent = page => {
                const told = [...page.contentDocument.querySelectorAll("#messages li")].map(item => item.textContent);
                const said = told.findIndex(text => !text.startsWith("somebody has "));
                return isConnected(page)
                    && told.slice(0, said < 0 ? told.length : said).some(text => text.startsWith("somebody has come"));
              };
              const until = async (what, test) => {
                for (let i = 0; i < 1000; i++) {
                  if (test()) return;
                  await new Promise(resolve => setTimeout(resolve, 30));
                }
                throw new Error("not so: " + what);
              };
              const talk = async (one, other) => {
                await until("both are there", () => pages.every(isPresent));
                says(pages[0], one);
                await until("both read " + one, () => pages.every(page => reads(page, one)));
                says(pages[1], other);
                await until("both read " + other, () => pages.every(page => reads(page, other)));
              };
              const run = async () => {
                await talk("Hello?", "<b>Grüß Gott</b> ☂");
                await fetch("/lose", {method: "POST"});
                await until("it is lost", () => !pages.some(isConnected));
                await talk("still there?", "again.");
                return "well";
              };
              window.onload = () =>
                run().catch(String).then(told => fetch("/done", {method: "POST", body: told}));
            </script>
            """;

    private final ChatPage chat = new ChatPage();
    private final CompletableFuture<String> done = new CompletableFuture<>();

    @TempDir
    private Path place;

    @InModes({Mode.NO_EXECUTOR, Mode.FIXED_POOL})
    void letsTwoPagesOfChromiumTalkAlsoAfterTheConnectionWasLost(Mode mode) throws Exception {
        talkInTheClear(Browser.CHROMIUM, mode);
    }

    @InModes({Mode.NO_EXECUTOR, Mode.FIXED_POOL})
    void letsTwoPagesOfFirefoxTalkAlsoAfterTheConnectionWasLost(Mode mode) throws Exception {
        talkInTheClear(Browser.FIREFOX, mode);
    }

    private void talkInTheClear(Browser browser, Mode mode) throws Exception {
        assumeTrue(browser.available(), () -> "no " + browser + " on the path: nobody talks");
        try (TestServer server = TestServer.create(Provider.RINGER, Transport.CLEAR, mode, Map.of())) {
            server.handle("/chat", chat)
                    .handle("/lose", answering(chat::loseAll))
                    .handle("/done", this::finish)
                    .handle("/", ChatPageTest::people)
                    .start();
            try (Browser.Shown shown = browser.show(place, "http://127.0.0.1:" + server.port() + "/")) {
                assertThat(done.get(90, TimeUnit.SECONDS)).isEqualTo("well");
                assertThat(shown).isNotNull();
            }
        }
    }

    /** If the server allows it, a browser opens a WebSocket on its existing HTTP/2 connection (RFC 8441). */
    @InModes({Mode.NO_EXECUTOR, Mode.FIXED_POOL})
    void letsTwoPagesOfChromiumTalkOnStreamsOfTheirConnection(Mode mode) throws Exception {
        talkOnStreams(Browser.CHROMIUM, mode);
    }

    @InModes({Mode.NO_EXECUTOR, Mode.FIXED_POOL})
    void letsTwoPagesOfFirefoxTalkOnStreamsOfTheirConnection(Mode mode) throws Exception {
        talkOnStreams(Browser.FIREFOX, mode);
    }

    private void talkOnStreams(Browser browser, Mode mode) throws Exception {
        assumeTrue(browser.available(), () -> "no " + browser + " on the path: nobody talks");
        Set<String> protocols = ConcurrentHashMap.newKeySet();
        try (TestServer server = TestServer.create(Provider.RINGER, Transport.TLS, mode, Map.of())) {
            server.handle("/chat", exchange -> {
                        if (exchange.getRequestHeaders().containsKey("Upgrade")) {
                            protocols.add(exchange.getProtocol());
                        }
                        chat.handle(exchange);
                    })
                    .handle("/lose", answering(chat::loseAll))
                    .handle("/done", this::finish)
                    .handle("/", ChatPageTest::people)
                    .start();
            try (Browser.Shown shown = browser.show(place, "https://127.0.0.1:" + server.port() + "/")) {
                assertThat(done.get(90, TimeUnit.SECONDS)).isEqualTo("well");
                assertThat(protocols).containsExactly("HTTP/2.0");
                assertThat(shown).isNotNull();
            }
        }
    }

    private static HttpHandler answering(Runnable what) {
        return exchange -> {
            what.run();
            exchange.sendResponseHeaders(204, -1);
        };
    }

    private void finish(HttpExchange exchange) throws java.io.IOException {
        done.complete(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        exchange.sendResponseHeaders(204, -1);
    }

    private static void people(HttpExchange exchange) throws java.io.IOException {
        byte[] page = PEOPLE.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
        exchange.sendResponseHeaders(200, page.length);
        exchange.getResponseBody().write(page);
        exchange.close();
    }
}
