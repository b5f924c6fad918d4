package dev.ringer.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.ringer.RequestBody;
import dev.ringer.RingerExchange;
import dev.ringer.Trailers;
import dev.ringer.internal.http.Violation;
import dev.ringer.testkit.Counted;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Fate;
import dev.ringer.testkit.Http1Only;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.NotInHttp2;
import dev.ringer.testkit.Over;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Tests bodies whose length is unknown: chunked ones, and those of HTTP/2 without a content-length. The server gathers
 * them before it calls handlers, so slow clients take no thread. Clients that wait for the response don't wait long.
 */
@Timeout(60)
@Execution(ExecutionMode.CONCURRENT)
@Over({Transport.CLEAR, Transport.TLS, Transport.H2C, Transport.H2})
class UnknownLengthsFirstTest {
    private static final int MOST = 64 * 1024;

    /** With this setting, a client seems to wait after 300 ms. */
    private static final Map<String, String> BRIEFLY = Map.of("ringer.bodyStallTimeout", "600 ms");

    private static final String END = "0\r\n\r\n";

    private final List<String> begun = new CopyOnWriteArrayList<>(); // targets of requests that reached a handler

    private TestServer create(Mode mode, Map<String, String> properties) throws IOException {
        return handlers(TestServer.create(Provider.RINGER, mode, properties));
    }

    private TestServer handlers(TestServer server) {
        HttpContext streaming = server.context("/streaming", this::refuse);
        streaming.getAttributes().put(RingerExchange.BODY_TIME_LIMITS, false);
        return server.handle("/", this::measure)
                .handle("/refuse", this::refuse)
                .handle("/echo", exchange -> streamOrMeasure(exchange, this::echo))
                .handle("/pushed", exchange -> streamOrMeasure(exchange, this::push))
                .handle("/trailers", this::trailers)
                .start();
    }

    /** Answers with two lengths: of the body that has arrived when the handler begins, and of the whole body. */
    private void measure(HttpExchange exchange) throws IOException {
        begun.add(exchange.getRequestURI().toString());
        InputStream body = exchange.getRequestBody();
        int available = body.available();
        answer(exchange, available + " of " + body.readAllBytes().length);
    }

    /** Answers 403 without reading the body. */
    private void refuse(HttpExchange exchange) throws IOException {
        begun.add(exchange.getRequestURI().toString());
        exchange.sendResponseHeaders(403, -1);
        exchange.close();
    }

    /** Sends back what it reads, at once. */
    private void echo(HttpExchange exchange) throws IOException {
        begun.add(exchange.getRequestURI().toString());
        InputStream in = exchange.getRequestBody();
        byte[] piece = new byte[100];
        int count = in.read(piece);
        exchange.sendResponseHeaders(200, 0);
        OutputStream out = exchange.getResponseBody();
        for (; count >= 0; count = in.read(piece)) {
            out.write(piece, 0, count);
            out.flush();
        }
        exchange.close();
    }

    /** Sends back what arrives, without a thread that waits. */
    private void push(HttpExchange exchange) throws IOException {
        begun.add(exchange.getRequestURI().toString());
        exchange.sendResponseHeaders(200, 0);
        exchange.getResponseBody().flush();
        RequestBody.of(exchange).subscribe(new Pushing(exchange));
    }

    private record Pushing(HttpExchange exchange) implements Flow.Subscriber<ByteBuffer> {
        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(ByteBuffer part) {
            try {
                byte[] bytes = new byte[part.remaining()];
                part.get(bytes);
                exchange.getResponseBody().write(bytes);
                exchange.getResponseBody().flush();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void onError(Throwable failure) {
            exchange.close();
        }

        @Override
        public void onComplete() {
            exchange.close();
        }
    }

    /** Handles a request with a query otherwise: it gets the whole body before it responds, with or without a thread. */
    private void streamOrMeasure(HttpExchange exchange, HttpHandler stream) throws IOException {
        String query = exchange.getRequestURI().getQuery();
        if (query == null) {
            stream.handle(exchange);
        } else if (query.equals("read")) {
            measure(exchange);
        } else {
            receive(exchange);
        }
    }

    /** Answers with the length of the body, for which no thread waits. */
    private void receive(HttpExchange exchange) {
        RequestBody.of(exchange).toBytes(0).thenAccept(body -> {
            try {
                answer(exchange, "all of " + body.length);
            } catch (IOException e) {
                exchange.close();
            }
        });
    }

    private void trailers(HttpExchange exchange) throws IOException {
        int before = Trailers.request(exchange).size();
        int length = exchange.getRequestBody().readAllBytes().length;
        answer(
                exchange,
                before + " " + length + " " + Trailers.request(exchange).getFirst("X-End"));
    }

    private static void answer(HttpExchange exchange, String text) throws IOException {
        byte[] answer = text.getBytes();
        exchange.sendResponseHeaders(200, answer.length);
        exchange.getResponseBody().write(answer);
        exchange.close();
    }

    private static RawClient begin(RawClient client, String target, String... fields) throws IOException {
        String[] all = new String[fields.length + 1];
        all[0] = "Transfer-Encoding: chunked";
        System.arraycopy(fields, 0, all, 1, fields.length);
        return client.request("POST", target, all);
    }

    private static String chunk(int length) {
        return chunk("x".repeat(length));
    }

    private static String chunk(String content) {
        return Integer.toHexString(content.length()) + "\r\n" + content + "\r\n";
    }

    private static String whole(int length) {
        return length + " of " + length;
    }

    @InModes
    void callsTheHandlerWithTheWholeBody(Mode mode) throws IOException {
        try (TestServer server = create(mode, Map.of())) {
            RawClient client = server.connect();
            for (int length : new int[] {0, 1, 2, 5_000, 8 * 1024, 8 * 1024 + 1, 20_000, MOST - 1}) {
                begun.clear();
                begin(client, "/");
                for (int sent = 0, next = 1; sent < length; sent += next, next = Math.min(7 * next, length - sent)) {
                    client.send(chunk(next));
                }
                server.settle();
                assertThat(begun).isEmpty();

                client.send(END);

                assertThat(client.readResponse().text()).isEqualTo(whole(length));
            }
        }
    }

    @InModes
    void callsTheHandlerWithABodyThatComesWithItsHead(Mode mode) throws IOException {
        String post = "POST / HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n";
        try (TestServer server = create(mode, Map.of())) {
            RawClient client = server.connect();
            for (int length : new int[] {0, 1, 5_000, 15_000, 20_000, 40_000, MOST - 1}) {
                String body = length == 0 ? "" : chunk(1) + (length == 1 ? "" : chunk(length - 1));

                client.send(post + body + END);

                assertThat(client.readResponse().text()).isEqualTo(whole(length));
            }
        }
    }

    @InModes
    void callsTheHandlerWhenAsMuchHasArrivedAsTheServerGathers(Mode mode) throws IOException {
        try (TestServer server = create(mode, Map.of())) {
            for (int length : new int[] {MOST, MOST + 1, 3 * MOST}) {
                begun.clear();
                RawClient client = begin(server.connect(), "/").send(chunk(MOST - 1));
                server.settle();
                assertThat(begun).isEmpty();

                client.send(chunk(length - MOST + 1));
                Deadlines.await("the handler", () -> !begun.isEmpty());
                client.send(chunk(10) + END);

                assertThat(client.readResponse().text()).endsWith(" of " + (length + 10));
            }
        }
    }

    @InModes
    void callsTheHandlerWithTheTrailers(Mode mode) throws IOException {
        try (TestServer server = create(mode, Map.of())) {
            RawClient client = server.connect();
            for (int length : new int[] {3, 10_000}) {
                begin(client, "/trailers").send(chunk(length) + "0\r\nX-End: it is\r\n\r\n");

                assertThat(client.readResponse().text()).isEqualTo("0 " + length + " it is");
            }
            assertThat(client.fate()).isEqualTo(Fate.USABLE);
        }
    }

    @InModes(Mode.FIXED_POOL)
    void slowClientsHoldNoThread(Mode mode, Transport transport) throws IOException {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        try (TestServer server = handlers(TestServer.create(Provider.RINGER, transport, pool, Map.of()))) {
            List<RawClient> slow = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                slow.add(begin(server.connect(), "/slow").send("4e20\r\nx")); // a part of a chunk of 20 000 bytes
            }

            assertThat(server.connect().get("/").readResponse().text()).isEqualTo(whole(0));

            assertThat(begun).containsExactly("/");
            for (RawClient client : slow) {
                client.send("x".repeat(19_999) + "\r\n" + END);
                assertThat(client.readResponse().text()).isEqualTo(whole(20_000));
            }
        }
    }

    /** The first request waits for its body. If the others did so too, their handlers would be called after its own. */
    @InModes(inTurn = true)
    void callsTheHandlerAtOnceIfTheRequestAsksForIt(Mode mode) throws IOException {
        List<String[]> asking = List.of(
                new String[] {"/refuse", "Content-Type: application/grpc"},
                new String[] {"/refuse", "Content-Type: application/gRPC+proto"},
                new String[] {"/refuse", "Content-Type: application/connect+json"},
                new String[] {"/refuse", "Incremental: ?1"},
                new String[] {"/refuse", "Expect: 100-continue"},
                new String[] {"/streaming", "Content-Type: text/plain"});
        try (TestServer server = create(mode, Map.of())) {
            RawClient waiting = begin(server.connect(), "/waiting", "Content-Type: text/plain", "Incremental: ?0");
            server.settle();
            for (String[] one : asking) {
                RawClient client = begin(server.connect(), one[0], one[1]);
                assertThat(client.readResponse().status()).as(one[1]).isEqualTo(403);
            }
            assertThat(begun).hasSize(asking.size()).doesNotContain("/waiting");

            Deadlines.await("the handler after a pause", () -> begun.contains("/waiting"));
            assertThat(waiting.send(END).readResponse().text()).isEqualTo("0 of 0");
        }
    }

    @InModes(Mode.FIXED_POOL)
    void callsTheHandlerAtOnceIfItWasSeenToStreamBothWays(Mode mode) throws IOException {
        try (TestServer server = create(mode, Map.of())) {
            for (String target : new String[] {"/echo", "/pushed"}) {
                // it may not be seen if the client sends its second chunk before the handler waits for it
                Deadlines.await("a handler that is called at once", () -> answersBeforeAPause(server, target));

                String first = target.equals("/echo") ? "?read" : "?receive"; // with a thread as before, or without
                RawClient whole = begin(server.connect(), target + first).send(chunk(3) + END);
                assertThat(whole.readResponse().text()).endsWith(" of 3");

                assertThat(answersBeforeAPause(server, target)).isFalse();
            }
        }
    }

    /** Whether the response to the first chunk comes earlier than a handler that is called because of a pause. */
    private static boolean answersBeforeAPause(TestServer server, String target) {
        try {
            long begin = System.nanoTime();
            RawClient client = begin(server.connect(), target).send(chunk("hello"));
            assertThat(client.readUntil("hello")).contains(" 200 ");
            boolean before = System.nanoTime() - begin < TimeUnit.MILLISECONDS.toNanos(1500);
            assertThat(client.send(chunk("again") + END).readUntil("again")).endsWith("again");
            return before;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @InModes
    void callsTheHandlerAtOnceIfTurnedOff(Mode mode) throws IOException {
        try (TestServer server = create(mode, Map.of("ringer.bodyBuffer", "0", "ringer.bodyStallTimeout", "0"))) {
            assertThat(begin(server.connect(), "/refuse").readResponse().status())
                    .isEqualTo(403);
        }
    }

    @InModes
    void callsTheHandlerOfAClientThatWaits(Mode mode) throws IOException {
        try (TestServer server = create(mode, BRIEFLY)) {
            assertThat(begin(server.connect(), "/refuse").readResponse().status())
                    .isEqualTo(403);

            RawClient client = begin(server.connect(), "/echo").send(chunk("hello"));
            assertThat(client.readUntil("hello")).contains(" 200 ");
            client.send(chunk("again") + END);
            assertThat(client.readUntil("again")).endsWith("again");
        }
    }

    /** A client that is in the middle of a chunk does not wait, even if it pauses for longer than one that waits. */
    @Http1Only(NotInHttp2.CHUNKS)
    @InModes(inTurn = true)
    void doesNotCallTheHandlerWithinAChunk(Mode mode) throws IOException {
        for (String part : new String[] {"5", "5\r\n", "5\r\nhel", "5;ext"}) {
            begun.clear();
            try (TestServer server = create(mode, Map.of())) {
                RawClient within = begin(server.connect(), "/").send(part);
                server.settle();
                RawClient between = begin(server.connect(), "/echo").send(chunk("hello"));
                assertThat(between.readUntil("hello")).contains(" 200 ");
                assertThat(begun).containsExactly("/echo");
                between.send(END);

                within.send(rest(part));

                assertThat(within.readResponse().text()).isEqualTo(whole(5));
            }
        }
    }

    private static String rest(String part) {
        String size = part.contains("\r\n") ? "" : "\r\n";
        String content = part.endsWith("hel") ? "lo" : "hello";
        return size + content + "\r\n" + END;
    }

    @InModes
    void keepsTheConnectionIfTheHandlerDoesNotRead(Mode mode) throws IOException {
        try (TestServer server = create(mode, Map.of())) {
            RawClient client = server.connect();
            for (int length : new int[] {1, 20_000}) {
                begin(client, "/refuse").send(chunk(length) + END);
                assertThat(client.readResponse().status()).isEqualTo(403);
            }
            assertThat(client.fate()).isEqualTo(Fate.USABLE);
        }
    }

    @InModes
    @Over({Transport.CLEAR, Transport.TLS})
    void keepsTheOrderOfAPipeline(Mode mode) throws IOException {
        String get = "GET /get HTTP/1.1\r\nHost: test\r\n\r\n";
        String post = "POST /post HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n";
        try (TestServer server = create(mode, Map.of())) {
            RawClient client = server.connect().send(get + get + post + "2328\r\nx");
            assertThat(client.readResponse().text()).isEqualTo(whole(0));
            assertThat(client.readResponse().text()).isEqualTo(whole(0));

            client.send("x".repeat(8_999) + "\r\n" + END + get + post + chunk(3) + END + get + post + "a");
            for (int length : new int[] {9_000, 0, 3, 0}) {
                assertThat(client.readResponse().text()).isEqualTo(whole(length));
            }
            client.send("\r\n0123456789\r\n0\r\nX-End: y\r\n\r\n");

            assertThat(client.readResponse().text()).isEqualTo(whole(10));
            assertThat(begun).containsExactly("/get", "/get", "/post", "/get", "/post", "/get", "/post");
        }
    }

    /** To close the gaps between chunks, the server moves either the content or the requests behind it. */
    @InModes
    @Over({Transport.CLEAR, Transport.TLS})
    void findsEachBodyOfAPipeline(Mode mode) throws IOException {
        int[] lengths = {0, 1, 700, 2, 3_000, 5, 40, 6_000, 1, 0, 90};
        StringBuilder all = new StringBuilder();
        for (int length : lengths) {
            all.append("POST /echo HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n");
            String content = length + "!".repeat(length);
            all.append(chunk(content)).append(chunk("?")).append(chunk(content)).append(END);
        }
        try (TestServer server = create(mode, Map.of())) {
            RawClient client = server.connect().send(all.toString());

            for (int length : lengths) {
                String content = length + "!".repeat(length);
                assertThat(client.readResponse().text()).isEqualTo(content + "?" + content);
            }
        }
    }

    @Http1Only(NotInHttp2.CHUNKS)
    @InModes(Mode.NO_EXECUTOR)
    void findsTheSameBodyWhereverItIsCut(Mode mode) throws IOException {
        String body = "1\r\na\r\n00B;n=v\r\nhello world\r\n2\r\nok\r\n0;last\r\nX-End: y\r\n\r\n";
        String next = "GET /next HTTP/1.1\r\nHost: test\r\n\r\n";
        try (TestServer server = create(mode, Map.of())) {
            RawClient client = server.connect();
            for (int at = 0; at <= body.length(); at++) {
                begin(client, "/echo").sendSplit(body + next, at, server);

                assertThat(client.readResponse().text()).as("cut at " + at).isEqualTo("ahello worldok");
                assertThat(client.readResponse().text()).isEqualTo(whole(0));
            }
        }
    }

    @Http1Only(NotInHttp2.CHUNKS)
    @InModes
    void gathersChunksOfOneByte(Mode mode) throws IOException {
        try (TestServer server = create(mode, Map.of())) {
            for (int count : new int[] {300, 10_000, 70_000}) {
                RawClient client = begin(server.connect(), "/").sendLarge((chunk(1).repeat(count) + END).getBytes());

                assertThat(client.readResponse().text()).endsWith(" of " + count);
            }
        }
    }

    /** The handler reads what came before the fault, and then gets an exception, as if it had been called at once. */
    @Http1Only(NotInHttp2.CHUNKS)
    @InModes
    void givesAHandlerWhatCameBeforeAFault(Mode mode) throws IOException {
        try (TestServer server = TestServer.create(Provider.RINGER, mode, Map.of())
                .handle("/", this::readToFault)
                .start()) {
            for (String fault : new String[] {"x\r\n", "1\r\n!b", "0\r\nX : y\r\n\r\n"}) {
                RawClient client = begin(server.connect(), "/").send(chunk("hello") + fault);

                assertThat(client.readResponse().text()).matches("hello!? then faults");
                assertThat(client.awaitEnd(Deadlines.PATIENCE)).isEqualTo(Fate.CLOSED);
            }
            RawClient leaving =
                    begin(server.connect(), "/").send(chunk("hello")).halfClose();
            assertThat(leaving.readResponse().text()).isEqualTo("hello then faults");
            assertThat(Counted.by(server))
                    .isEqualTo(Map.of(
                            Violation.BAD_CHUNK_SIZE, 1L,
                            Violation.BAD_CHUNK_END, 1L,
                            Violation.BAD_TRAILER, 1L,
                            Violation.BODY_TRUNCATED, 1L));
        }
    }

    /** Answers with all content that can be read, and the number of faults, of which there may be more than one. */
    private void readToFault(HttpExchange exchange) throws IOException {
        StringBuilder read = new StringBuilder();
        InputStream in = exchange.getRequestBody();
        for (int next = 0; next >= 0 && read.indexOf("faults") < 0; ) {
            try {
                next = in.read();
                read.append(next < 0 ? "" : (char) next);
            } catch (IOException e) {
                assertThatIOException().isThrownBy(in::read);
                read.append(" then faults");
            }
        }
        answer(exchange, read.toString());
    }

    /** As {@link #readToFault}, without a thread that waits. */
    private void receiveToFault(HttpExchange exchange) {
        RequestBody.of(exchange).subscribe(new Flow.Subscriber<>() {
            private final StringBuilder read = new StringBuilder();

            @Override
            public void onSubscribe(Flow.Subscription subscription) {
                subscription.request(Long.MAX_VALUE);
            }

            @Override
            public void onNext(ByteBuffer part) {
                read.append(StandardCharsets.US_ASCII.decode(part));
            }

            @Override
            public void onError(Throwable failure) {
                onComplete(" then faults");
            }

            @Override
            public void onComplete() {
                onComplete("");
            }

            private void onComplete(String end) {
                try {
                    answer(exchange, read + end);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        });
    }

    /** The fault may come before the handler is called, and before it reads. */
    @InModes
    void givesAHandlerWhatCameBeforeTooMuch(Mode mode) throws IOException {
        Semaphore reads = new Semaphore(0);
        try (TestServer server = TestServer.create(Provider.RINGER, mode, Map.of("ringer.maxBodySize", "40000"))
                .handle("/read", this::readToFault)
                .handle("/receive", this::receiveToFault)
                .handle("/later", exchange -> {
                    begun.add("later");
                    reads.acquireUninterruptibly();
                    readToFault(exchange);
                })
                .start()) {
            for (String target : new String[] {"/read", "/receive"}) {
                for (int before : new int[] {5, 20_000}) {
                    RawClient client = begin(server.connect(), target).send(chunk(before));
                    server.settle();
                    client.sendAsFarAsPossible(chunk(40_000));

                    assertThat(client.readResponse().text()).as(target).matches("x{" + before + ",} then faults");
                }
            }
            RawClient client =
                    begin(server.connect(), "/later", "Incremental: ?1").send(chunk(5));
            Deadlines.await("the handler", () -> begun.contains("later"));
            client.sendAsFarAsPossible(chunk(40_000));
            server.settle();
            reads.release();
            assertThat(client.readResponse().text()).matches("x{5,} then faults");
        }
    }

    @InModes
    void forgetsTheBodyOfAClientThatLeaves(Mode mode) throws IOException {
        try (TestServer server = create(mode, Map.of())) {
            RawClient client = begin(server.connect(), "/").send(chunk(MOST / 2));
            Deadlines.await("the bytes", () -> server.memory().taken() > MOST / 4);

            client.reset();

            Deadlines.await("no memory", () -> server.memory().taken() == 0);
            assertThat(begun).isEmpty();
        }
    }

    @InModes
    void refusesWhatIsLargerThanAllowed(Mode mode) throws IOException {
        try (TestServer server = create(mode, Map.of("ringer.maxBodySize", "10000"))) {
            RawClient client = begin(server.connect(), "/").send(chunk(6_000));
            server.settle();
            assertThat(begun).isEmpty();

            client.sendAsFarAsPossible(chunk(6_000));

            assertThat(client.readResponse().status()).isEqualTo(413);
            Deadlines.await("no memory", () -> server.memory().taken() < 8 * 1024);
        }
    }

    @InModes
    void stopWithoutDelayDoesNotWait(Mode mode) throws IOException {
        try (TestServer server = create(mode, Map.of())) {
            RawClient client = begin(server.connect(), "/").send(chunk(10));
            server.settle();

            server.server().stop(0);

            assertThat(client.awaitEnd(Deadlines.PATIENCE)).isEqualTo(Fate.CLOSED);
            Deadlines.await("no memory", () -> server.memory().taken() == 0);
            assertThat(begun).isEmpty();
        }
    }
}
