package dev.ringer.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import dev.ringer.testkit.Gate;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Response;
import dev.ringer.testkit.TestServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests a thread that still reads a request's body after another thread has closed the exchange. The reader must get an
 * exception, and no bytes of other requests.
 */
@Timeout(60)
class OutlivedBodyTest {
    private static final int OTHERS = 50;

    /** Handlers start before the body arrives. */
    private static final Map<String, String> AT_ONCE = Map.of("ringer.bodyBuffer", "0");

    private final ByteArrayOutputStream read = new ByteArrayOutputStream(); // filled by the outliving thread
    private final CompletableFuture<OwnThread> outliving = new CompletableFuture<>();

    @ParameterizedTest
    @MethodSource("dev.ringer.engine.Setup#all")
    void aReaderThatWaitsGetsAnException(Setup setup) throws Exception {
        try (TestServer server = setup.create(AT_ONCE)
                .handle("/outlived", exchange -> {
                    Gate reading = new Gate();
                    outliving.complete(new OwnThread(setup.threads(), () -> readForEver(exchange, reading)));
                    reading.awaitArrival();
                    answer(exchange, "closed");
                })
                .handle("/", OutlivedBodyTest::echo)
                .start()) {
            RawClient client = server.connect().request("POST", "/outlived", "Content-Length: 1000");
            client.send("a".repeat(10));
            Response response = client.readResponse();

            for (int i = 0; i < OTHERS; i++) {
                String body = "b".repeat(1 + 100 * i);
                assertThat(server.connect().post("/", body).readResponse().text())
                        .isEqualTo(body);
            }

            assertThat(response.text()).isEqualTo("closed");
            assertThat(outliving().end()).isInstanceOf(IOException.class);
            assertThat(read.toString(StandardCharsets.US_ASCII)).matches("a{1,10}");
        }
    }

    @ParameterizedTest
    @MethodSource("dev.ringer.engine.Setup#all")
    void aReaderThatComesBackGetsAnException(Setup setup) throws Exception {
        Gate inSecond = new Gate();
        try (TestServer server = setup.create(AT_ONCE);
                Gate comeBack = new Gate()) {
            server.handle("/outlived", exchange -> leaveReader(exchange, setup, comeBack))
                    .handle("/", exchange -> {
                        exchange.getRequestBody().read();
                        inSecond.arrive();
                        echo(exchange);
                    })
                    .start();
            RawClient client = server.connect().request("POST", "/outlived", "Content-Length: 10");
            client.send("aaaaa");
            assertThat(client.readResponse().text()).isEqualTo("closed");
            client.send("aaaaa");
            client.request("POST", "/", "Content-Length: 10").send("bbbbb");
            inSecond.awaitArrival();

            comeBack.open();

            assertThat(outliving().end()).isInstanceOf(IOException.class);
            assertThat(client.send("bbbbb").readResponse().text()).isEqualTo("b".repeat(9));
            assertThat(read.toString(StandardCharsets.US_ASCII)).isEqualTo("aaaaa");
        }
    }

    /** The whole body has arrived, in a buffer that the next bodies use, too. */
    @ParameterizedTest
    @MethodSource("dev.ringer.engine.Setup#all")
    void aReaderOfAGatheredBodyGetsAnException(Setup setup) throws Exception {
        try (TestServer server = setup.create();
                Gate comeBack = new Gate()) {
            server.handle("/outlived", exchange -> leaveReader(exchange, setup, comeBack))
                    .handle("/", OutlivedBodyTest::echo)
                    .start();
            RawClient client = server.connect();
            client.request("POST", "/outlived", "Transfer-Encoding: chunked").send(chunked("a".repeat(40_000)));
            assertThat(client.readResponse().text()).isEqualTo("closed");
            for (int i = 0; i < 5; i++) {
                String body = String.valueOf((char) ('b' + i)).repeat(40_000);
                client.request("POST", "/", "Transfer-Encoding: chunked").send(chunked(body));
                assertThat(client.readResponse().text()).isEqualTo(body);
            }

            comeBack.open();

            assertThat(outliving().end()).isInstanceOf(IOException.class);
            assertThat(read.toString(StandardCharsets.US_ASCII)).isEqualTo("aaaaa");
        }
    }

    /** Answers once a thread has read five bytes. That thread goes on reading when it may come back. */
    private void leaveReader(HttpExchange exchange, Setup setup, Gate comeBack) throws IOException {
        Gate hasRead = new Gate();
        outliving.complete(new OwnThread(setup.threads(), () -> {
            read.write(exchange.getRequestBody().readNBytes(5));
            hasRead.arrive();
            comeBack.pass();
            readForEver(exchange, hasRead);
        }));
        hasRead.awaitArrival();
        answer(exchange, "closed");
    }

    private static String chunked(String content) {
        return Integer.toHexString(content.length()) + "\r\n" + content + "\r\n0\r\n\r\n";
    }

    private OwnThread outliving() throws Exception {
        return outliving.get(1, TimeUnit.MINUTES);
    }

    private void readForEver(HttpExchange exchange, Gate reading) throws IOException {
        InputStream body = exchange.getRequestBody();
        for (int next; (next = body.read()) >= 0; ) {
            read.write(next);
            reading.arrive();
        }
    }

    private static void echo(HttpExchange exchange) throws IOException {
        answer(exchange, new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.ISO_8859_1));
    }

    private static void answer(HttpExchange exchange, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }
}
