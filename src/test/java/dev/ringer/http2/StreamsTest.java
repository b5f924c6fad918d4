package dev.ringer.http2;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import dev.ringer.files.FileHandler;
import dev.ringer.internal.http.BodyBroken;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Gate;
import dev.ringer.testkit.Http2Answer;
import dev.ringer.testkit.Http2Client;
import dev.ringer.testkit.Http2Frame;
import dev.ringer.testkit.Http2Servers;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests ordinary handlers over HTTP/2: what a stream does, awaits or breaks off does not affect other streams. */
@Timeout(60)
class StreamsTest {
    private static final int NO_ERROR = 0;
    private static final int PROTOCOL_ERROR = 1;
    private static final int INTERNAL_ERROR = 2;
    private static final int INITIAL_WINDOW_SIZE = 4;

    private final CompletableFuture<HttpExchange> kept = new CompletableFuture<>();
    private final CompletableFuture<Throwable> failure = new CompletableFuture<>();

    @TempDir
    private Path folder;

    @InModes
    void areAnsweredOutOfOrder(Mode mode) throws Exception {
        try (TestServer server = start(mode);
                Http2Client client = Http2Client.open(server)) {
            client.get(1, "/keep").get(3, "/hello");

            assertThat(client.answer(3).text()).isEqualTo("hello");
            assertThat(client.soFar(1).heads()).isEmpty();

            Http2Servers.respond(soon(kept), "at last");
            assertThat(client.answer(1).text()).isEqualTo("at last");
        }
    }

    @InModes({Mode.FIXED_POOL, Mode.CACHED_POOL, Mode.VIRTUAL})
    void haveSeveralHandlersAtWork(Mode mode) throws Exception {
        CountDownLatch bothHere = new CountDownLatch(2);
        try (TestServer server = create(mode).handle("/meet", exchange -> {
                    bothHere.countDown();
                    Deadlines.await(bothHere);
                    Http2Servers.respond(exchange, "met");
                });
                Http2Client client = Http2Client.open(server.start())) {
            client.get(1, "/meet").get(3, "/meet");

            assertThat(client.answer(1).text()).isEqualTo("met");
            assertThat(client.answer(3).text()).isEqualTo("met");
        }
    }

    @InModes
    void carryBodiesOfSeveralRequestsInTurns(Mode mode) throws Exception {
        try (TestServer server = start(mode);
                Http2Client client = Http2Client.open(server)) {
            client.head(1, "POST", "/echo").head(3, "POST", "/echo");
            client.data(1, "a")
                    .data(3, "1")
                    .data(1, "b")
                    .data(3, "2")
                    .end(3, "")
                    .data(1, "c");
            client.end(1, "d");

            assertThat(client.answer(1).text()).isEqualTo("abcd");
            assertThat(client.answer(3).text()).isEqualTo("12");
        }
    }

    @InModes
    void tellAReaderThatWaits(Mode mode) throws Exception {
        try (TestServer server = start(mode);
                Http2Client client = Http2Client.open(server)) {
            client.head(1, "POST", "/piecewise");
            client.await(Http2Frame.HEADERS);

            for (int i = 0; i < 20; i++) {
                server.settle(); // the loop serves others while the handler waits
                client.data(1, "piece " + i);
                assertThat(client.await(Http2Frame.DATA).text()).isEqualTo("piece " + i);
            }
            client.end(1, "");

            assertThat(client.answer(1).complete()).isTrue();
        }
    }

    @InModes
    void endAlone(Mode mode) throws Exception {
        try (TestServer server = start(mode);
                Http2Client client = Http2Client.open(server)) {
            client.get(1, "/abort").get(3, "/fail").get(5, "/short").get(7, "/nowhere");
            client.head(9, "POST", "/echo").data(9, "still ");

            assertThat(client.answer(1).resetCode()).isEqualTo(INTERNAL_ERROR);
            assertThat(client.answer(3).resetCode()).isEqualTo(INTERNAL_ERROR);
            assertThat(client.answer(5).resetCode()).isEqualTo(INTERNAL_ERROR);
            assertThat(client.answer(5).complete()).isFalse();
            assertThat(client.answer(7).status()).isEqualTo(404);
            assertThat(client.answer(7).text()).isEqualTo("<h1>404 Not Found</h1>No context found for request");
            client.end(9, "here");
            assertThat(client.answer(9).text()).isEqualTo("still here");
            assertThat(client.get(11, "/hello").answer(11).text()).isEqualTo("hello");
        }
    }

    @InModes
    void tellTheHandlerThatItsClientHasResetOne(Mode mode) throws Exception {
        try (TestServer server = start(mode);
                Http2Client client = Http2Client.open(server)) {
            client.head(1, "POST", "/piecewise").data(1, "begun");
            client.head(3, "POST", "/echo").data(3, "other");
            while (!client.soFar(1).text().equals("begun")) {
                client.read();
            }

            client.reset(1);

            assertThat(soon(failure)).isInstanceOf(IOException.class);
            assertThat(client.end(3, "").answer(3).text()).isEqualTo("other");
        }
    }

    @InModes
    void tellAWriterThatItsClientHasResetOne(Mode mode) throws Exception {
        try (TestServer server = create(mode).handle("/endless", exchange -> {
                    exchange.sendResponseHeaders(200, 0);
                    try {
                        while (true) {
                            exchange.getResponseBody().write(new byte[1000]);
                        }
                    } catch (IOException e) {
                        failure.complete(e);
                        throw e;
                    }
                });
                Http2Client client = Http2Client.open(server.start())) {
            client.get(1, "/endless");
            client.await(Http2Frame.DATA);

            client.reset(1);

            assertThat(soon(failure)).isInstanceOf(IOException.class);
            assertThat(client.get(3, "/hello").answer(3).text()).isEqualTo("hello");
        }
    }

    @InModes
    void haveTimeLimitsOfTheirOwn(Mode mode) throws Exception {
        try (TestServer server = Http2Servers.create(mode, "ringer.bodyStallTimeout", "150 ms")
                        .handle("/whole", exchange -> {
                            try {
                                exchange.getRequestBody().readAllBytes();
                            } catch (IOException e) {
                                failure.complete(e);
                                throw e;
                            }
                        })
                        .start();
                Http2Client client = Http2Client.open(server)) {
            client.head(1, "POST", "/whole").get(3, "/hello");

            assertThat(client.answer(1).status()).isEqualTo(408); // the handler did not catch the exception
            assertThat(soon(failure)).isInstanceOf(BodyBroken.class);
            assertThat(client.answer(3).text()).isEqualTo("hello");
        }
    }

    @InModes
    void waitForTheWindowAndHoldUpNoOtherConnection(Mode mode) throws Exception {
        int length = 1024 * 1024;
        try (TestServer server = start(mode);
                Http2Client client = Http2Client.open(server).giveRoomMyself()) {
            client.get(1, "/large?" + length);
            client.await(Http2Frame.DATA);

            server.settle();

            while (client.soFar(1).content().length < 65_535) {
                client.read();
            }
            client.windowUpdate(1, length).windowUpdate(0, length);
            Http2Answer answer = client.answer(1);
            assertThat(answer.complete()).isTrue();
            assertThat(answer.content()).hasSize(length);
        }
    }

    @InModes
    void waitForAClientThatDoesNotReadAndHoldUpNoOtherConnection(Mode mode) throws Exception {
        int length = 4 * 1024 * 1024; // more than the system's buffers take
        try (TestServer server = start(mode);
                Http2Client client = Http2Client.connectNarrow(server).begin(INITIAL_WINDOW_SIZE, length)) {
            client.giveRoomMyself().windowUpdate(0, length).get(1, "/large?" + length);
            client.await(Http2Frame.HEADERS);

            server.settle();
            client.socket().setReceiveBufferSize(1 << 20); // now the client reads as fast as it can

            Http2Answer answer = client.answer(1);
            assertThat(answer.complete()).isTrue();
            assertThat(answer.content()).hasSize(length);
        }
    }

    @InModes
    void letTheClientSendMoreThanItsWindow(Mode mode) throws Exception {
        byte[] part = new byte[16_384];
        try (TestServer server = create(mode).handle("/count", exchange -> {
                    long count = exchange.getRequestBody().transferTo(java.io.OutputStream.nullOutputStream());
                    Http2Servers.respond(exchange, Long.toString(count));
                });
                Http2Client client = Http2Client.open(server.start())) {
            client.head(1, "PUT", "/count");
            int window = 65_535; // until the server's settings arrive
            int connectionWindow = 65_535;
            int sent = 0;
            while (sent < 300 * part.length) {
                while (window < part.length || connectionWindow < part.length) {
                    Http2Frame frame = client.read();
                    if (frame.type() == Http2Frame.SETTINGS && !frame.has(Http2Frame.ACK)) {
                        window += initialWindow(frame) - 65_535;
                    } else if (frame.type() == Http2Frame.WINDOW_UPDATE && frame.stream() == 0) {
                        connectionWindow += frame.number(0);
                    } else if (frame.type() == Http2Frame.WINDOW_UPDATE) {
                        window += frame.number(0);
                    }
                }
                client.send(Http2Frame.DATA, 0, 1, part);
                sent += part.length;
                window -= part.length;
                connectionWindow -= part.length;
            }
            client.end(1, "");

            assertThat(client.answer(1).text()).isEqualTo(Integer.toString(sent));
        }
    }

    @InModes
    void refuseAWindowTooLargeAlsoBehindTheAnswer(Mode mode) throws Exception {
        try (TestServer server = start(mode);
                Http2Client client = Http2Client.open(server)) {
            client.head(1, "POST", "/hello");
            assertThat(client.answer(1).complete()).isTrue();

            client.windowUpdate(1, Integer.MAX_VALUE);

            Http2Frame reset = client.await(Http2Frame.RST_STREAM);
            assertThat(reset.number(0)).isEqualTo(3); // FLOW_CONTROL_ERROR
        }
    }

    private static int initialWindow(Http2Frame settings) {
        for (int at = 0; at < settings.payload().length; at += 6) {
            if (settings.payload()[at + 1] == INITIAL_WINDOW_SIZE) {
                return settings.number(at + 2);
            }
        }
        return 65_535;
    }

    @InModes
    void dropAnUnreadBodyInTurnForAWholeResponse(Mode mode) throws Exception {
        try (TestServer server = start(mode);
                Http2Client client = Http2Client.open(server)) {
            client.head(1, "POST", "/hello", "content-length", "100000000").data(1, "a part");

            assertThat(client.answer(1).text()).isEqualTo("hello");
            while (client.soFar(1).resetCode() < 0) {
                client.read();
            }
            assertThat(client.soFar(1).resetCode()).isEqualTo(NO_ERROR);
            client.data(1, "on its way").end(1, "");
            assertThat(client.get(3, "/hello").answer(3).text()).isEqualTo("hello");
        }
    }

    /** Starts a server that calls handlers before any content has arrived, and drops unread content for a long time. */
    private static TestServer startDraining(Mode mode, int window) throws IOException {
        return Http2Servers.create(
                        mode,
                        "ringer.http2.window",
                        "" + window,
                        "ringer.bodyBuffer",
                        "0",
                        "ringer.drainTimeout",
                        "60000")
                .start();
    }

    /** Some clients wait for the window after the whole response, and do not see a reset: the JDK's of JDK 17, httpx. */
    @InModes
    void letInTheRestOfAnUnreadBodyAfterAWholeResponse(Mode mode) throws Exception {
        byte[] part = new byte[10_000];
        int parts = 100;
        for (String[] length : new String[][] {{}, {"content-length", "" + parts * part.length}}) {
            int room = 65_535;
            try (TestServer server = startDraining(mode, room);
                    Http2Client client = Http2Client.open(server)) {
                client.head(1, "POST", "/hello", length);
                assertThat(client.answer(1).text()).isEqualTo("hello");

                for (int sent = 0; sent < parts; ) {
                    if (room >= part.length) {
                        boolean last = ++sent == parts;
                        client.send(Http2Frame.DATA, last ? Http2Frame.END_STREAM : 0, 1, part);
                        room -= part.length;
                    } else {
                        Http2Frame frame = client.await(Http2Frame.WINDOW_UPDATE);
                        room += frame.stream() == 1 ? frame.number(0) : 0;
                    }
                }

                assertThat(client.get(3, "/hello").answer(3).text()).isEqualTo("hello");
                assertThat(client.soFar(1).resetCode()).isEqualTo(-1);
            }
        }
    }

    @Test
    void dropNoMoreThan16MebibytesAfterAWholeResponse() throws Exception {
        byte[] part = new byte[16_384];
        int room = 262_144;
        int sent = 0;
        try (TestServer server = startDraining(Mode.NO_EXECUTOR, room);
                Http2Client client = Http2Client.open(server)) {
            client.head(1, "POST", "/hello");
            assertThat(client.answer(1).text()).isEqualTo("hello");
            while (client.soFar(1).resetCode() < 0) {
                if (room >= part.length) {
                    client.send(Http2Frame.DATA, 0, 1, part);
                    room -= part.length;
                    sent += part.length;
                } else {
                    Http2Frame frame = client.read();
                    room += frame.type() == Http2Frame.WINDOW_UPDATE && frame.stream() == 1 ? frame.number(0) : 0;
                }
            }

            assertThat(client.soFar(1).resetCode()).isEqualTo(NO_ERROR);
            assertThat(sent).isBetween(16 << 20, 17 << 20);
        }
    }

    @InModes
    void letInALittleOfAnUnreadBody(Mode mode) throws Exception {
        try (TestServer server = start(mode);
                Http2Client client = Http2Client.open(server)) {
            client.head(1, "POST", "/hello").data(1, "a part");
            assertThat(client.answer(1).text()).isEqualTo("hello");

            client.end(1, "the rest");

            assertThat(client.get(3, "/hello").answer(3).text()).isEqualTo("hello");
            assertThat(client.soFar(1).resetCode()).isEqualTo(-1);
        }
    }

    /** The client's window has no room for the response, and the client keeps sending content that nobody reads. */
    @InModes
    void letInNoMoreThanALittleWhileTheResponseWaits(Mode mode) throws Exception {
        int window = 65_535;
        int drainAmount = 40_000;
        byte[] part = new byte[5_000];
        try (TestServer server = Http2Servers.create(
                                mode,
                                "ringer.http2.window",
                                "" + window,
                                "sun.net.httpserver.drainAmount",
                                "" + drainAmount)
                        .start();
                Http2Client client = Http2Client.connect(server).preface().giveNoRoom()) {
            client.head(1, "POST", "/hello").await(Http2Frame.HEADERS);
            int sent = 0;
            int room = window;
            for (boolean more = true; more && sent < 10 * window; ) {
                for (; room >= part.length; room -= part.length, sent += part.length) {
                    client.send(Http2Frame.DATA, 0, 1, part);
                }
                client.ping("all here");
                more = false;
                for (Http2Frame frame; (frame = client.read()).type() != Http2Frame.PING; ) {
                    if (frame.type() == Http2Frame.WINDOW_UPDATE && frame.stream() == 1) {
                        room += frame.number(0);
                        more = true;
                    }
                }
            }

            assertThat(sent).isBetween(drainAmount, window + drainAmount);
            assertThat(client.windowUpdate(1, 5).answer(1).text()).isEqualTo("hello");
            while (client.soFar(1).resetCode() < 0) {
                client.read();
            }
            assertThat(client.soFar(1).resetCode()).isEqualTo(NO_ERROR);
            assertThat(client.get(3, "/hello").windowUpdate(3, 5).answer(3).text())
                    .isEqualTo("hello");
        }
    }

    /** The server reports a wrong length even if the handler responds before the content is complete. */
    @InModes
    void tellOfALengthThatDiffersAfterTheAnswerToo(Mode mode) throws Exception {
        try (TestServer server =
                        Http2Servers.create(mode, "ringer.bodyBuffer", "0").start();
                Http2Client client = Http2Client.open(server)) {
            client.head(1, "POST", "/hello", "content-length", "10");
            client.head(3, "POST", "/hello", "content-length", "2");
            assertThat(client.answer(1).text()).isEqualTo("hello");
            assertThat(client.answer(3).text()).isEqualTo("hello");

            client.end(1, "short").data(3, "long");

            while (client.soFar(1).resetCode() < 0 || client.soFar(3).resetCode() < 0) {
                client.read();
            }
            assertThat(client.soFar(1).resetCode()).isEqualTo(PROTOCOL_ERROR);
            assertThat(client.soFar(3).resetCode()).isEqualTo(PROTOCOL_ERROR);
            assertThat(client.get(5, "/hello").answer(5).text()).isEqualTo("hello");
        }
    }

    @InModes
    void sendFiles(Mode mode) throws Exception {
        Files.writeString(folder.resolve("file.txt"), "line\n".repeat(100_000));
        try (TestServer server = create(mode).handle("/files/", FileHandler.of(folder));
                Http2Client client = Http2Client.open(server.start())) {
            client.get(1, "/files/file.txt").get(3, "/hello");

            assertThat(client.answer(1).text()).isEqualTo("line\n".repeat(100_000));
            assertThat(client.answer(3).text()).isEqualTo("hello");
        }
    }

    @InModes
    void areLostWithTheConnection(Mode mode) throws Exception {
        try (TestServer server = start(mode)) {
            try (Http2Client client = Http2Client.open(server)) {
                client.head(1, "POST", "/piecewise");
                client.await(Http2Frame.HEADERS);
            }

            assertThat(soon(failure)).isInstanceOf(IOException.class);
            try (RawClient next = server.connect()) {
                assertThat(next.get("/hello").readResponse().text()).isEqualTo("hello");
            }
        }
    }

    @InModes
    void areResetIfTheyEndWhileAnotherThreadWrites(Mode mode) throws Exception {
        CompletableFuture<Void> written = new CompletableFuture<>();
        try (TestServer server = create(mode).handle("/shared", exchange -> {
                    exchange.sendResponseHeaders(200, 0);
                    Thread writer = new Thread(() -> write(exchange, written));
                    writer.start();
                    Deadlines.await("the writer waits", () -> writer.getState() == Thread.State.TIMED_WAITING);
                    exchange.close();
                });
                Http2Client client = Http2Client.open(server.start()).giveRoomMyself()) {
            client.get(1, "/shared");

            Http2Answer answer = client.answer(1);
            assertThat(answer.resetCode()).isEqualTo(INTERNAL_ERROR);
            assertThat(answer.complete()).isFalse();
            assertThat(written).failsWithin(Deadlines.PATIENCE);
        }
    }

    private static void write(HttpExchange exchange, CompletableFuture<Void> written) {
        try {
            exchange.getResponseBody().write(new byte[1_000_000]); // more than the window and the buffers hold
            written.complete(null);
        } catch (IOException e) {
            written.completeExceptionally(e);
        }
    }

    @InModes
    void refuseStatusCodesThatAreNotThreeDigits(Mode mode) throws Exception {
        try (TestServer server = create(mode).handle("/status", exchange -> {
                    int code = Integer.parseInt(exchange.getRequestURI().getQuery());
                    try {
                        exchange.sendResponseHeaders(code, -1);
                    } catch (IllegalArgumentException e) {
                        failure.complete(e);
                        throw e;
                    }
                });
                Http2Client client = Http2Client.open(server.start())) {
            int stream = 1;
            for (int code : new int[] {1000, 99, 0, -1, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
                client.get(stream, "/status?" + code);
                assertThat(client.answer(stream).resetCode()).as("%d", code).isEqualTo(INTERNAL_ERROR);
                stream += 2;
            }
            assertThat(client.get(stream, "/status?999").answer(stream).status())
                    .isEqualTo(999);
            assertThat(soon(failure)).hasMessageContaining("three digits");
        }
    }

    @InModes
    void letPassWhatWasOnItsWayToOnesThatWereResetLongAgo(Mode mode) throws Exception {
        try (TestServer server = create(mode).start();
                Http2Client client = Http2Client.open(server)) {
            client.head(1, "POST", "/hello", "content-length", "1000000").data(1, "a part");
            client.head(3, "POST", "/hello", "content-length", "1000000").data(3, "a part");
            for (int stream : new int[] {1, 3}) {
                while (client.soFar(stream).resetCode() < 0) {
                    client.read();
                }
            }
            for (int stream = 5; stream < 205; stream += 2) {
                client.get(stream, "/hello").answer(stream);
            }

            for (int i = 0; i < 250; i++) {
                client.data(1, "on its way");
            }
            client.whole(3, Http2Client.block("x-sum", "on its way"));

            assertThat(client.get(205, "/hello").answer(205).text()).isEqualTo("hello");
            assertThat(client.goAwayCode()).isEqualTo(-1);
        }
    }

    // ---- handlers

    private TestServer start(Mode mode) throws IOException {
        return create(mode).start();
    }

    private TestServer create(Mode mode) throws IOException {
        return handlers(Http2Servers.create(mode));
    }

    private TestServer handlers(TestServer server) {
        return server.handle("/keep", kept::complete)
                .handle("/piecewise", this::echoPiecewise)
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

    private void echoPiecewise(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, 0);
        byte[] piece = new byte[100];
        try {
            exchange.getResponseBody().flush();
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

    private static <T> T soon(CompletableFuture<T> future) throws Exception {
        return future.get(Deadlines.PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** The response is complete, and the time for the rest of the request ends in the middle of a frame. */
    @InModes
    void areResetOnlyOnceWithinAFrame(Mode mode) throws Exception {
        int size = 16_000;
        for (int flags : new int[] {0, Http2Frame.END_STREAM}) {
            try (TestServer server = Http2Servers.create(
                                    mode,
                                    "ringer.bodyBuffer",
                                    "0",
                                    "ringer.drainTimeout",
                                    "200",
                                    "sun.net.httpserver.drainAmount",
                                    "10000")
                            .start();
                    Http2Client client = Http2Client.open(server).giveRoomMyself()) {
                client.head(1, "POST", "/hello");
                byte[] frame = new Http2Frame(Http2Frame.DATA, flags, 1, new byte[size]).encoded();
                client.send(Arrays.copyOf(frame, size / 2));
                while (client.soFar(1).resetCode() < 0) {
                    client.read();
                }

                client.send(Arrays.copyOfRange(frame, size / 2, frame.length)).ping("the rest");

                for (Http2Frame next = client.read(); next.type() != Http2Frame.PING; next = client.read()) {
                    assertThat(next.stream())
                            .as("the stream of a frame of type %d", next.type())
                            .isZero();
                }
                assertThat(client.get(3, "/hello").answer(3).text()).isEqualTo("hello");
            }
        }
    }

    /** After the fault, the window of what the handler reads is not widened before the exchange ends. */
    @InModes({Mode.CACHED_POOL, Mode.VIRTUAL})
    void areDrainedAlsoIfTheHandlerHasReadAllThatPrecedesAFault(Mode mode) throws Exception {
        int size = 16_384;
        try (Gate gate = new Gate();
                TestServer server = Http2Servers.create(
                                mode,
                                "ringer.bodyBuffer",
                                "0",
                                "ringer.http2.window",
                                "" + 8 * size,
                                "ringer.maxBodySize",
                                "" + (8 * size - 1),
                                "ringer.drainTimeout",
                                "3600000")
                        .handle("/late", exchange -> {
                            gate.pass();
                            exchange.getRequestBody().readAllBytes();
                        })
                        .start();
                Http2Client client = Http2Client.open(server).giveRoomMyself()) {
            client.head(1, "POST", "/late");
            for (int i = 0; i < 8; i++) {
                client.send(Http2Frame.DATA, 0, 1, new byte[size]);
            }
            client.ping("all here").await(Http2Frame.PING);

            gate.open();

            Http2Frame next = client.read();
            while (next.type() != Http2Frame.WINDOW_UPDATE || next.stream() != 1) {
                next = client.read();
            }
            assertThat(client.soFar(1).status()).isEqualTo(413);
            assertThat(next.number(0)).isEqualTo(8 * size);
        }
    }
}
