package dev.ringer.internal.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import dev.ringer.files.FileHandler;
import dev.ringer.internal.protocol.BodyBroken;
import dev.ringer.internal.server.ToyClient.Answer;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.TestServer;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Ordinary handlers behind a protocol that carries several streams on one connection: what a stream does, waits for or
 * breaks off concerns no other stream. Guards the interfaces between protocols, exchange and loop, before HTTP/2 needs them.
 */
@Timeout(60)
class StreamsOfOneConnectionTest {
    private final CompletableFuture<HttpExchange> kept = new CompletableFuture<>();
    private final CompletableFuture<Throwable> failure = new CompletableFuture<>();

    @TempDir
    private Path folder;

    @InModes
    void isAnsweredOutOfOrder(Mode mode) throws Exception {
        try (TestServer server = start(mode);
                ToyClient client = ToyClient.open(server)) {
            client.get(1, "/keep").get(3, "/hello");

            assertThat(client.answer(3).body()).isEqualTo("hello");
            assertThat(client.soFar(1)).isEqualTo(Answer.NONE);

            respond(soon(kept), "at last");
            assertThat(client.answer(1).body()).isEqualTo("at last");
        }
    }

    @InModes({Mode.FIXED_POOL, Mode.CACHED_POOL, Mode.VIRTUAL})
    void hasSeveralHandlersAtWork(Mode mode) throws Exception {
        CountDownLatch bothHere = new CountDownLatch(2);
        try (TestServer server = create(mode).handle("/meet", exchange -> {
                    bothHere.countDown();
                    Deadlines.await(bothHere);
                    respond(exchange, "met");
                });
                ToyClient client = ToyClient.open(server.start())) {
            client.get(1, "/meet").get(3, "/meet");

            assertThat(client.answer(1).body()).isEqualTo("met");
            assertThat(client.answer(3).body()).isEqualTo("met");
        }
    }

    @InModes
    void carriesBodiesOfSeveralRequestsInTurns(Mode mode) throws Exception {
        try (TestServer server = start(mode);
                ToyClient client = ToyClient.open(server)) {
            client.head(1, "POST /echo").head(3, "POST /echo");
            client.data(1, "a").data(3, "1").data(1, "b").data(3, "2").end(3).data(1, "c");
            client.end(1);

            assertThat(client.answer(1).body()).isEqualTo("abc");
            assertThat(client.answer(3).body()).isEqualTo("12");
        }
    }

    @InModes
    void tellsAReaderThatWaits(Mode mode) throws Exception {
        try (TestServer server = start(mode);
                ToyClient client = ToyClient.open(server)) {
            client.head(1, "POST /piecewise");
            assertThat(client.read().kind()).isEqualTo(ToyFrame.Kind.HEAD);

            for (int i = 0; i < 50; i++) {
                server.settle(); // the loop serves others while the handler waits
                client.data(1, "piece " + i);
                assertThat(client.read().text()).isEqualTo("piece " + i);
            }
            client.end(1);

            assertThat(client.answer(1).broken()).isFalse();
        }
    }

    @InModes
    void endsOneStreamAlone(Mode mode) throws Exception {
        try (TestServer server = start(mode);
                ToyClient client = ToyClient.open(server)) {
            client.get(1, "/abort").get(3, "/fail").get(5, "/short").get(7, "/nowhere");
            client.head(9, "POST /echo").data(9, "still ");

            assertThat(client.answer(1)).isEqualTo(new Answer("", "", true));
            assertThat(client.answer(3)).isEqualTo(new Answer("", "", true));
            assertThat(client.answer(5).broken()).isTrue();
            assertThat(client.answer(7).status()).isEqualTo(404);
            client.data(9, "here").end(9);
            assertThat(client.answer(9).body()).isEqualTo("still here");
            assertThat(client.get(11, "/hello").answer(11).body()).isEqualTo("hello");
        }
    }

    @InModes
    void tellsTheHandlerOfOneStreamThatItsClientHasBrokenItOff(Mode mode) throws Exception {
        try (TestServer server = start(mode);
                ToyClient client = ToyClient.open(server)) {
            client.head(1, "POST /piecewise").data(1, "begun");
            client.head(3, "POST /echo").data(3, "other");
            while (!client.soFar(1).body().equals("begun")) {
                client.read();
            }

            client.reset(1);

            assertThat(soon(failure)).isInstanceOf(IOException.class);
            assertThat(client.end(3).answer(3).body()).isEqualTo("other");
        }
    }

    @InModes
    void limitsTheTimeOfOneStream(Mode mode) throws Exception {
        try (TestServer server = handlers(ToyServers.create(mode, Duration.ofMillis(200)))
                        .start();
                ToyClient client = ToyClient.open(server)) {
            client.head(1, "POST /piecewise").get(3, "/hello");

            assertThat(client.answer(1).broken()).isTrue();
            assertThat(soon(failure)).isInstanceOf(BodyBroken.class);
            assertThat(client.answer(3).body()).isEqualTo("hello");
        }
    }

    @InModes
    void waitsForAClientThatDoesNotReadAndHoldsUpNoOtherConnection(Mode mode) throws Exception {
        int length = 4 * 1024 * 1024;
        try (TestServer server = start(mode);
                ToyClient client = ToyClient.open(server)) {
            client.get(1, "/large?" + length);
            assertThat(client.read().kind()).isEqualTo(ToyFrame.Kind.HEAD);

            server.settle();

            int read = 0;
            ToyFrame frame;
            while ((frame = client.read()).kind() == ToyFrame.Kind.DATA) {
                read += frame.bytes().length;
            }
            assertThat(frame.kind()).isEqualTo(ToyFrame.Kind.END);
            assertThat(read).isEqualTo(length);
        }
    }

    @InModes
    void sendsFiles(Mode mode) throws Exception {
        Files.writeString(folder.resolve("file.txt"), "line\n".repeat(10_000));
        try (TestServer server = create(mode).handle("/files/", FileHandler.of(folder));
                ToyClient client = ToyClient.open(server.start())) {
            client.get(1, "/files/file.txt").get(3, "/hello");

            assertThat(client.answer(1).body()).isEqualTo("line\n".repeat(10_000));
            assertThat(client.answer(3).body()).isEqualTo("hello");
        }
    }

    @InModes
    void isAnExchangeLikeAnyOther(Mode mode) throws Exception {
        CompletableFuture<String> seen = new CompletableFuture<>();
        try (TestServer server = create(mode).handle("/see", exchange -> {
                    seen.complete(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " "
                            + exchange.getProtocol() + " "
                            + exchange.getRequestHeaders().getFirst("x-Name") + " "
                            + exchange.getRequestHeaders().getFirst("HOST") + " "
                            + exchange.getLocalAddress()
                                    .equals(exchange.getHttpContext()
                                            .getServer()
                                            .getAddress()));
                    exchange.getResponseHeaders().set("X-Answer", "yes");
                    exchange.sendResponseHeaders(200, 0);
                    exchange.close();
                });
                ToyClient client = ToyClient.open(server.start())) {
            client.head(1, "PUT /see?it", "X-Name: value", "host: test").end(1);

            Answer answer = client.answer(1);
            assertThat(soon(seen)).isEqualTo("PUT /see?it TOY/1 value test true");
            assertThat(answer.head()).contains("X-answer: yes").doesNotContain("Transfer-encoding");
            assertThat(answer.broken()).isFalse();
        }
    }

    @InModes
    void isWaitedForByAStop(Mode mode) throws Exception {
        try (TestServer server = start(mode);
                ToyClient client = ToyClient.open(server);
                ToyClient idle = ToyClient.open(server)) {
            client.get(1, "/keep");
            HttpExchange exchange = soon(kept);
            CompletableFuture<Void> stop =
                    CompletableFuture.runAsync(() -> server.server().stop(30));

            assertThat(idle.endsNext()).isTrue();
            respond(exchange, "before the end");

            assertThat(client.answer(1).body()).isEqualTo("before the end");
            assertThat(client.endsNext()).isTrue();
            soon(stop);
        }
    }

    @InModes
    void losesAllItsStreamsWithTheConnection(Mode mode) throws Exception {
        try (TestServer server = start(mode)) {
            try (ToyClient client = ToyClient.open(server)) {
                client.head(1, "POST /piecewise");
                client.read();
            }

            assertThat(soon(failure)).isInstanceOf(IOException.class);
            try (RawClient next = server.connect()) {
                assertThat(next.get("/hello").readResponse().text()).isEqualTo("hello");
            }
        }
    }

    // ---- handlers

    private TestServer start(Mode mode) throws IOException {
        return create(mode).start();
    }

    private TestServer create(Mode mode) throws IOException {
        return handlers(ToyServers.create(mode));
    }

    private TestServer handlers(TestServer server) {
        return server.handle("/hello", exchange -> respond(exchange, "hello"))
                .handle("/keep", kept::complete)
                .handle("/echo", StreamsOfOneConnectionTest::echo)
                .handle("/piecewise", this::echoPiecewise)
                .handle("/large", StreamsOfOneConnectionTest::large)
                .handle("/abort", HttpExchange::close)
                .handle("/fail", exchange -> {
                    throw new IllegalStateException("on purpose");
                })
                .handle("/short", exchange -> {
                    exchange.sendResponseHeaders(200, 10);
                    exchange.getResponseBody().write('x');
                    exchange.close();
                });
    }

    private static void echo(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private void echoPiecewise(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, 0);
        byte[] piece = new byte[100];
        try {
            for (int count; (count = exchange.getRequestBody().read(piece)) >= 0; ) {
                exchange.getResponseBody().write(piece, 0, count);
                exchange.getResponseBody().flush();
            }
        } catch (IOException e) {
            failure.complete(e);
            throw e;
        }
        exchange.close();
    }

    private static void large(HttpExchange exchange) throws IOException {
        int length = Integer.parseInt(exchange.getRequestURI().getQuery());
        exchange.sendResponseHeaders(200, length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(new byte[length]);
        }
    }

    private static void respond(HttpExchange exchange, String body) throws IOException {
        exchange.sendResponseHeaders(200, body.length());
        exchange.getResponseBody().write(body.getBytes(StandardCharsets.US_ASCII));
        exchange.close();
    }

    private static <T> T soon(CompletableFuture<T> future) throws Exception {
        return future.get(Deadlines.PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    }
}
