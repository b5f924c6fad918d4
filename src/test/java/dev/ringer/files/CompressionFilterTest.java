package dev.ringer.files;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpsExchange;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Fate;
import dev.ringer.testkit.Gate;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Response;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.ByteArrayInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests which responses are compressed, and how a compressed response begins, flows and ends. */
class CompressionFilterTest {
    private static final String TEXT = "all work and no play makes a dull response. ".repeat(100);
    private static final String ACCEPT = "Accept-Encoding: gzip, br";

    private final CompressionFilter filter = CompressionFilter.of();

    private TestServer serve(Provider provider, HttpHandler handler, Filter... behind) throws IOException {
        TestServer server = TestServer.create(provider, Mode.CACHED_POOL);
        var filters = server.context("/", handler).getFilters();
        filters.add(filter);
        filters.addAll(java.util.List.of(behind));
        return server.start();
    }

    private static Response ask(TestServer server, String method, String... fields) throws IOException {
        try (RawClient client = RawClient.connect(server.port())) {
            return client.request(method, "/", fields).readResponse(method);
        }
    }

    /** Returns a handler that sends a text, with header fields from pairs of names and values. */
    private static HttpHandler sending(int status, String text, String... fields) {
        return exchange -> {
            exchange.getResponseHeaders().set("Content-Type", "text/plain");
            for (int i = 0; i < fields.length; i += 2) {
                exchange.getResponseHeaders().set(fields[i], fields[i + 1]);
            }
            if (exchange.getRequestMethod().equals("HEAD")) {
                exchange.getResponseHeaders().set("Content-Length", Integer.toString(text.length()));
                exchange.sendResponseHeaders(status, -1);
                return;
            }
            try (exchange) {
                exchange.sendResponseHeaders(status, text.length());
                exchange.getResponseBody().write(text.getBytes(StandardCharsets.ISO_8859_1));
            }
        };
    }

    private static String inflated(Response response) throws IOException {
        return new String(
                new GZIPInputStream(new ByteArrayInputStream(response.body())).readAllBytes(),
                StandardCharsets.ISO_8859_1);
    }

    @ParameterizedTest
    @EnumSource(Provider.class)
    void textIsCompressed(Provider provider) throws IOException {
        HttpHandler handler = sending(200, TEXT, "ETag", "\"x\"", "Accept-Ranges", "bytes", "Vary", "Origin");
        try (TestServer server = serve(provider, handler);
                RawClient client = server.connect()) {
            Response response = client.get("/", ACCEPT).readResponse();

            assertThat(response.values("Content-Encoding")).containsExactly("gzip");
            assertThat(response.values("ETag")).containsExactly("W/\"x\"");
            assertThat(response.values("Vary")).containsExactly("Origin", "Accept-Encoding");
            assertThat(response.has("Content-Length") || response.has("Accept-Ranges"))
                    .isFalse();
            assertThat(response.body().length).isLessThan(TEXT.length() / 10);
            assertThat(inflated(response)).isEqualTo(TEXT);
            assertThat(client.fate()).isEqualTo(Fate.USABLE);
            Deadlines.await("no compressor is at work", () -> filter.compressorsAtWork() == 0);
        }
    }

    @ParameterizedTest
    @EnumSource(Provider.class)
    void headIsAnsweredAlike(Provider provider) throws IOException {
        try (TestServer server = serve(provider, sending(200, TEXT, "ETag", "\"x\""))) {
            Response head = ask(server, "HEAD", ACCEPT);

            assertThat(head.values("Content-Encoding")).containsExactly("gzip");
            assertThat(head.values("ETag")).containsExactly("W/\"x\"");
            assertThat(head.values("Vary")).containsExactly("Accept-Encoding");
            assertThat(head.has("Content-Length")).isFalse();
            assertThat(ask(server, "HEAD").values("Content-Length")).containsExactly(Integer.toString(TEXT.length()));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            200 | Content-Type     | image/png
            200 | Content-Type     | application/octet-stream
            206 | Content-Type     | text/html
            206 | Content-Type     | multipart/byteranges; boundary=x
            200 | Content-Range    | bytes 0-1/2
            200 | Content-Encoding | br
            200 | Cache-Control    | public, No-Transform
            200 | Repr-Digest      | sha-256=:AAAA:
            """)
    void othersAreLeftAlone(int status, String name, String value) throws IOException {
        try (TestServer server = serve(Provider.RINGER, sending(status, TEXT, "ETag", "\"x\"", name, value))) {
            Response response = ask(server, "GET", ACCEPT);

            assertThat(response.status()).isEqualTo(status);
            assertThat(response.text()).isEqualTo(TEXT);
            assertThat(response.values("ETag")).containsExactly("\"x\"");
            assertThat(response.has("Vary")).isEqualTo(status == 206 || name.equals("Content-Range"));
        }
    }

    @Test
    void whatIsUnwantedIsLeftAloneButVaries() throws IOException {
        try (TestServer server = serve(Provider.RINGER, sending(200, TEXT))) {
            for (String accepted : new String[] {"br", "gzip;q=0", "identity, gzip;q=0.5", "*;q=0"}) {
                Response response = ask(server, "GET", "Accept-Encoding: " + accepted);

                assertThat(response.has("Content-Encoding")).as(accepted).isFalse();
                assertThat(response.values("Vary")).containsExactly("Accept-Encoding");
                assertThat(response.text()).isEqualTo(TEXT);
            }
            assertThat(ask(server, "GET").has("Content-Encoding")).isFalse();
        }
    }

    @Test
    void whatIsShortIsLeftAlone() throws IOException {
        try (TestServer server = serve(Provider.RINGER, sending(200, "x".repeat(1023)))) {
            assertThat(ask(server, "GET", ACCEPT).has("Content-Encoding")).isFalse();
            assertThat(ask(server, "GET", ACCEPT).has("Vary")).isFalse();
            assertThat(ask(server, "HEAD", ACCEPT).values("Content-Length")).containsExactly("1023");
        }
    }

    @ParameterizedTest
    @EnumSource(Provider.class)
    void answersWithoutContentStayWithout(Provider provider) throws IOException {
        HttpHandler handler = exchange -> {
            exchange.getResponseHeaders().set("Content-Type", "text/plain");
            exchange.getResponseHeaders().set("ETag", "\"x\"");
            exchange.sendResponseHeaders(
                    Integer.parseInt(exchange.getRequestHeaders().getFirst("Status")), -1);
        };
        try (TestServer server = serve(provider, handler);
                RawClient client = server.connect()) {
            for (int status : new int[] {204, 304, 200, 404}) {
                Response response = client.get("/", ACCEPT, "Status: " + status).readResponse();

                assertThat(response.status()).isEqualTo(status);
                assertThat(response.has("Content-Encoding")).isFalse();
                assertThat(response.values("ETag")).containsExactly("\"x\"");
            }
            assertThat(client.fate()).isEqualTo(Fate.USABLE);
        }
    }

    @ParameterizedTest
    @EnumSource(Provider.class)
    void filesBehindItAreConfirmedByTheirWeakTag(Provider provider, @TempDir Path root) throws IOException {
        Site.write(root, "a.txt", TEXT);
        try (TestServer server = serve(provider, FileHandler.of(root));
                RawClient client = server.connect()) {
            String tag =
                    client.get("/a.txt", ACCEPT).readResponse().value("ETag").orElseThrow();
            Response same =
                    client.get("/a.txt", ACCEPT, "If-None-Match: " + tag).readResponse();
            Response part = client.get("/a.txt", ACCEPT, "Range: bytes=0-3").readResponse();

            assertThat(tag).startsWith("W/");
            assertThat(same.status()).isEqualTo(304);
            assertThat(same.values("ETag")).containsExactly(tag);
            assertThat(same.values("Vary")).containsExactly("Accept-Encoding");
            assertThat(part.status()).isEqualTo(206);
            assertThat(part.text()).isEqualTo(TEXT.substring(0, 4));
        }
    }

    @ParameterizedTest
    @EnumSource(Provider.class)
    void eventsArriveOneByOne(Provider provider) throws Exception {
        CountDownLatch[] seen = {new CountDownLatch(1), new CountDownLatch(1), new CountDownLatch(1)};
        HttpHandler events = exchange -> {
            exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(200, 0);
            try (OutputStream body = exchange.getResponseBody()) {
                for (int i = 0; i < seen.length; i++) {
                    body.write(("data: " + i + "\n\n").getBytes(StandardCharsets.US_ASCII));
                    body.flush();
                    Deadlines.await(seen[i]); // writes the next event only after this one has arrived
                }
            }
        };
        try (TestServer server = serve(provider, events)) {
            HttpURLConnection connection = Transport.current().open(server.port(), "/");
            connection.setRequestProperty("Accept-Encoding", "gzip");
            connection.setReadTimeout((int) Deadlines.PATIENCE.toMillis());
            assertThat(connection.getContentType()).isEqualTo("text/event-stream");
            assertThat(connection.getContentEncoding()).isEqualTo("gzip");
            try (InputStream in = new GZIPInputStream(connection.getInputStream())) {
                for (int i = 0; i < seen.length; i++) {
                    assertThat(new String(in.readNBytes(9), StandardCharsets.US_ASCII))
                            .isEqualTo("data: " + i + "\n\n");
                    seen[i].countDown();
                }
                assertThat(in.read()).isNegative();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Provider.class)
    void whatEndsEarlyNeverLooksWhole(Provider provider) throws IOException {
        HttpHandler failing = exchange -> {
            exchange.getResponseHeaders().set("Content-Type", "text/plain");
            try (exchange) {
                exchange.sendResponseHeaders(200, 100_000);
                OutputStream body = exchange.getResponseBody();
                body.write(TEXT.getBytes(StandardCharsets.US_ASCII));
                body.flush();
                switch (exchange.getRequestHeaders().getFirst("End")) {
                    case "throw" -> throw new IOException("half way");
                    case "body" -> body.close();
                    case "swallow" -> closeQuietly(body);
                    default -> exchange.close();
                }
            }
        };
        try (TestServer server = serve(provider, failing)) {
            for (String end : new String[] {"throw", "body", "swallow", "exchange"}) {
                try (RawClient client = server.connect()) {
                    Response response = client.get("/", ACCEPT, "End: " + end).readResponse();

                    assertThat(response.complete()).as(end).isFalse();
                    assertThat(client.fate()).isEqualTo(Fate.CLOSED);
                }
            }
            Deadlines.await("all compressors are back", () -> filter.compressorsAtWork() == 0);
        }
    }

    @ParameterizedTest
    @EnumSource(Provider.class)
    void whatAnotherThreadEndsEarlyNeverLooksWhole(Provider provider) throws IOException {
        HttpHandler handler = exchange -> {
            exchange.getResponseHeaders().set("Content-Type", "text/plain");
            exchange.sendResponseHeaders(200, 100_000);
            boolean body = exchange.getRequestHeaders().getFirst("End").equals("body");
            new Thread(() -> {
                        try {
                            exchange.getResponseBody().write(TEXT.getBytes(StandardCharsets.US_ASCII));
                            exchange.getResponseBody().flush();
                            if (body) {
                                closeQuietly(exchange.getResponseBody());
                            } else {
                                exchange.close();
                            }
                        } catch (IOException e) {
                            throw new java.io.UncheckedIOException(e);
                        }
                    })
                    .start();
        };
        try (TestServer server = serve(provider, handler)) {
            for (String end : new String[] {"exchange", "body"}) {
                try (RawClient client = server.connect()) {
                    Response response = client.get("/", ACCEPT, "End: " + end).readResponse();

                    assertThat(response.complete()).as(end).isFalse();
                    assertThat(client.fate()).isEqualTo(Fate.CLOSED);
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Provider.class)
    void whatIsClosedDuringAWriteNeverLooksWhole(Provider provider) throws IOException {
        AtomicReference<HttpExchange> open = new AtomicReference<>();
        CountDownLatch writing = new CountDownLatch(1);
        CountDownLatch closed = new CountDownLatch(1);
        Filter stalling = Filter.beforeHandler("sets a body whose second write waits", exchange -> {
            exchange.setStreams(null, new FilterOutputStream(exchange.getResponseBody()) {
                private int writes;

                @Override
                public void write(byte[] from, int offset, int length) throws IOException {
                    if (++writes == 2) {
                        writing.countDown();
                        Deadlines.await(closed);
                    }
                    out.write(from, offset, length);
                }
            });
        });
        HttpHandler handler = exchange -> {
            open.set(exchange);
            exchange.getResponseHeaders().set("Content-Type", "text/plain");
            exchange.sendResponseHeaders(200, 0);
            for (int i = 0; i < 2; i++) {
                exchange.getResponseBody().write('x');
                exchange.getResponseBody().flush();
            }
        };
        TestServer server = TestServer.create(provider, Mode.CACHED_POOL);
        server.context("/", handler).getFilters().addAll(java.util.List.of(stalling, filter));
        try (server) {
            RawClient client = server.start().connect().get("/", ACCEPT);
            Deadlines.await(writing);

            open.get().close();
            closed.countDown();

            assertThat(client.readResponse().complete()).isFalse();
        }
    }

    /** Compressed or not, the response lacks the bytes that the body retains until its close. */
    @ParameterizedTest
    @EnumSource(Provider.class)
    void whatFailsToCloseNeverLooksWhole(Provider provider) throws IOException {
        Filter failing = Filter.beforeHandler("sets a body that fails to close", exchange -> {
            exchange.setStreams(null, new FilterOutputStream(exchange.getResponseBody()) {
                @Override
                public void close() throws IOException {
                    throw new IOException("on purpose");
                }
            });
        });
        HttpHandler handler = exchange -> {
            exchange.getResponseHeaders().set("Content-Type", "text/plain");
            try (exchange) {
                exchange.sendResponseHeaders(200, 0);
                exchange.getResponseBody().write(TEXT.getBytes(StandardCharsets.US_ASCII));
                exchange.getResponseBody().flush();
            }
        };
        try (TestServer server = serve(provider, handler, failing)) {
            assertThat(ask(server, "GET").complete()).isFalse();
            assertThat(ask(server, "GET", ACCEPT).complete()).isFalse();
        }
    }

    private static void closeQuietly(OutputStream body) {
        try {
            body.close();
        } catch (IOException expected) {
            assertThat(expected).hasMessage("insufficient bytes written");
        }
    }

    @ParameterizedTest
    @EnumSource(Provider.class)
    void anotherThreadMayGoOn(Provider provider) throws IOException {
        AtomicReference<Thread> other = new AtomicReference<>();
        HttpHandler handler = exchange -> {
            exchange.getResponseHeaders().set("Content-Type", "text/plain");
            exchange.sendResponseHeaders(200, 0);
            Thread thread = new Thread(() -> {
                try (exchange) {
                    exchange.getResponseBody().write(TEXT.getBytes(StandardCharsets.US_ASCII));
                } catch (IOException e) {
                    throw new java.io.UncheckedIOException(e);
                }
            });
            other.set(thread);
            thread.start();
        };
        try (TestServer server = serve(provider, handler)) {
            assertThat(inflated(ask(server, "GET", ACCEPT))).isEqualTo(TEXT);
        }
    }

    @ParameterizedTest
    @EnumSource(Provider.class)
    void filtersBehindItMayWrapTheBody(Provider provider) throws IOException {
        Filter shouting = Filter.beforeHandler("shouts", exchange -> {
            OutputStream body = exchange.getResponseBody();
            exchange.setStreams(null, new FilterOutputStream(body) {
                @Override
                public void write(int b) throws IOException {
                    out.write(Character.toUpperCase(b));
                }
            });
        });
        try (TestServer server = serve(provider, sending(200, TEXT), shouting)) {
            assertThat(inflated(ask(server, "GET", ACCEPT))).isEqualTo(TEXT.toUpperCase(java.util.Locale.ROOT));
            assertThat(ask(server, "GET").text()).isEqualTo(TEXT.toUpperCase(java.util.Locale.ROOT));
        }
    }

    @Test
    void theExchangeKeepsItsKind() throws IOException {
        AtomicReference<HttpExchange> seen = new AtomicReference<>();
        HttpHandler handler = exchange -> {
            seen.set(exchange);
            exchange.setAttribute("a", "b");
            sending(200, exchange.getProtocol() + exchange.getAttribute("a")).handle(exchange);
        };
        try (TestServer server = serve(Provider.RINGER, handler)) {
            assertThat(ask(server, "GET", ACCEPT).text()).isEqualTo("HTTP/1.1b");
            assertThat(seen.get() instanceof HttpsExchange).isEqualTo(Transport.current() == Transport.TLS);
        }
    }

    @Test
    void aForgottenExchangeHoldsNoCompressor() throws IOException {
        AtomicInteger atWork = new AtomicInteger();
        HttpHandler forgetting = exchange -> {
            exchange.getResponseHeaders().set("Content-Type", "text/plain");
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write(TEXT.getBytes(StandardCharsets.US_ASCII));
            exchange.getResponseBody().flush();
            atWork.set(filter.compressorsAtWork());
        };
        try (TestServer server = serve(Provider.RINGER, forgetting);
                RawClient client = server.connect()) {
            client.get("/", ACCEPT);

            Deadlines.await("the compressor is at work", () -> atWork.get() == 1);
            Deadlines.await("the compressor is back", () -> {
                System.gc();
                return filter.compressorsAtWork() == 0;
            });
        }
    }

    @Test
    void anAnswerInPlaceOfARefusedHeadIsNotCompressed() throws IOException {
        HttpHandler handler = exchange -> {
            exchange.getResponseHeaders().set("Content-Type", "text/plain");
            exchange.getResponseHeaders().set("no name", "x");
            try {
                exchange.sendResponseHeaders(200, TEXT.length());
            } catch (IllegalArgumentException e) {
                exchange.getResponseHeaders().remove("no name");
                sending(500, "failed").handle(exchange);
            }
        };
        try (TestServer server = serve(Provider.RINGER, handler)) {
            Response response = ask(server, "GET", ACCEPT);

            assertThat(response.status()).isEqualTo(500);
            assertThat(response.has("Content-Encoding")).isFalse();
            assertThat(response.text()).isEqualTo("failed");
            Deadlines.await("no compressor is at work", () -> filter.compressorsAtWork() == 0);
        }
    }

    @Test
    void compressorsAreBounded() throws IOException {
        TestServer server = TestServer.create(Provider.RINGER, Mode.CACHED_POOL);
        Filter bounded = CompressionFilter.builder().maxConcurrent(1).build();
        Gate gate = new Gate();
        server.context("/", sending(200, TEXT)).getFilters().add(bounded);
        server.context("/slow", exchange -> {
                    exchange.getResponseHeaders().set("Content-Type", "text/plain");
                    exchange.sendResponseHeaders(200, 0);
                    try (OutputStream body = exchange.getResponseBody()) {
                        body.write(TEXT.getBytes(StandardCharsets.US_ASCII));
                        gate.pass();
                    }
                })
                .getFilters()
                .add(bounded);
        try (server;
                gate) {
            server.start();
            server.connect().get("/slow", ACCEPT);
            gate.awaitArrival();
            Response response = ask(server, "GET", ACCEPT);

            assertThat(response.text()).isEqualTo(TEXT);
            assertThat(response.values("Vary")).containsExactly("Accept-Encoding");
        }
    }

    @Test
    void compressorsAreUnboundedWithZero() throws IOException {
        TestServer server = TestServer.create(Provider.RINGER, Mode.CACHED_POOL);
        server.context("/", sending(200, TEXT))
                .getFilters()
                .add(CompressionFilter.builder().maxConcurrent(0).build());
        try (server) {
            server.start();

            assertThat(inflated(ask(server, "GET", ACCEPT))).isEqualTo(TEXT);
        }
    }

    @Test
    void oldClientsGetItToo() throws IOException {
        try (TestServer server = serve(Provider.RINGER, sending(200, TEXT));
                RawClient client = server.connect()) {
            Response response = client.send("GET / HTTP/1.0\r\nAccept-Encoding: gzip\r\n\r\n")
                    .readResponse();

            assertThat(inflated(response)).isEqualTo(TEXT);
        }
    }

    @Test
    void onePropertyCompressesEveryContext() throws IOException {
        try (TestServer server =
                TestServer.create(Provider.RINGER, Mode.CACHED_POOL, Map.of("ringer.compression", "gzip"))) {
            server.handle("/", sending(200, TEXT)).start();

            assertThat(inflated(ask(server, "GET", ACCEPT))).isEqualTo(TEXT);
            assertThat(ask(server, "GET").text()).isEqualTo(TEXT);
        }
        try (TestServer server = TestServer.create(Provider.RINGER, Mode.CACHED_POOL)) {
            server.handle("/", sending(200, TEXT)).start();

            assertThat(ask(server, "GET", ACCEPT).text()).isEqualTo(TEXT);
        }
    }
}
