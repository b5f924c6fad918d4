package dev.ringer.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import dev.ringer.RequestBody;
import dev.ringer.Ringer;
import dev.ringer.RingerExchange;
import dev.ringer.RingerProvider;
import dev.ringer.Trailers;
import dev.ringer.internal.uploads.ProcessDirectory;
import dev.ringer.internal.uploads.SharedBytes;
import dev.ringer.multipart.Form;
import dev.ringer.options.ServerOptions;
import dev.ringer.options.Settings;
import dev.ringer.testkit.Ability;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Fate;
import dev.ringer.testkit.FreePorts;
import dev.ringer.testkit.Http2Client;
import dev.ringer.testkit.Http2Servers;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Needs;
import dev.ringer.testkit.Over;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Response;
import dev.ringer.testkit.SystemProperties;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Tests {@code ringer.bodyFile}: large bodies arrive in a temporary file before their handler is called. */
@Timeout(300)
@Isolated("it counts the files of the JVM, and fills the disk")
@Over({Transport.CLEAR, Transport.TLS, Transport.H2C, Transport.H2})
class BodyFileTest {
    private static final String CHUNKED = "Transfer-Encoding: chunked";
    private static final int GATHERED = 64 * 1024;
    private static final int LARGEST_WITHOUT = 100_000;
    private static final int LARGE = 150_000;

    @TempDir
    private Path directory;

    private long disk;
    private final AtomicInteger handled = new AtomicInteger();

    @BeforeEach
    void countBefore() {
        disk = SharedBytes.DISK.taken();
    }

    @AfterEach
    void nothingIsLeft() {
        Deadlines.await("the count of bytes on the disk", () -> SharedBytes.DISK.taken() == disk);
        Deadlines.await("no file", () -> files().isEmpty());
    }

    /** Returns the files that this JVM keeps for its clients. */
    private static List<Path> files() {
        List<Path> found = new ArrayList<>();
        try (Stream<Path> all = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            for (Path own : all.filter(BodyFileTest::isOwn).toList()) {
                try (Stream<Path> inside = Files.list(own)) {
                    inside.filter(file -> !file.endsWith(ProcessDirectory.LOCK)).forEach(found::add);
                }
            }
        } catch (IOException deleted) { // meanwhile
        }
        return found;
    }

    private static boolean isOwn(Path directory) {
        return directory.getFileName().toString().startsWith(ProcessDirectory.OWN_PREFIX);
    }

    private TestServer serve(Mode mode, HttpHandler handler, String... properties) throws IOException {
        Map<String, String> settings = new HashMap<>(Map.of("ringer.bodyFile", "" + LARGEST_WITHOUT));
        for (int i = 0; i < properties.length; i += 2) {
            settings.put(properties[i], properties[i + 1]);
        }
        return TestServer.create(Provider.RINGER, mode, settings)
                .handle("/", exchange -> {
                    handled.incrementAndGet();
                    handler.handle(exchange);
                })
                .handle("/other", exchange -> Http2Servers.respond(exchange, "other"))
                .start();
    }

    /** Answers with the hash of the body, and whether it was in a file. */
    private static void hash(HttpExchange exchange) throws IOException {
        boolean stored = !files().isEmpty();
        byte[] body = exchange.getRequestBody().readAllBytes();
        Http2Servers.respond(exchange, description(body, stored));
    }

    private static String description(byte[] body, boolean stored) {
        return body.length + ":" + Arrays.hashCode(body) + (stored ? " stored" : "");
    }

    private static byte[] random(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    private static String latin(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private static byte[] chunks(byte[] body, int size) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int from = 0; from < body.length; from += size) {
            byte[] part = Arrays.copyOfRange(body, from, Math.min(body.length, from + size));
            out.writeBytes((Integer.toHexString(part.length) + "\r\n").getBytes(StandardCharsets.US_ASCII));
            out.writeBytes(part);
            out.writeBytes("\r\n".getBytes(StandardCharsets.US_ASCII));
        }
        out.writeBytes("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        return out.toByteArray();
    }

    private static RawClient announce(TestServer server, int length, String... fields) throws IOException {
        List<String> lines = new ArrayList<>(List.of(fields));
        lines.add("Content-Length: " + length);
        return server.connect().request("POST", "/", lines.toArray(String[]::new));
    }

    /** Sends the head of a large body, and so much of it that it is received into a file. */
    private static RawClient begin(TestServer server) throws IOException {
        RawClient client = announce(server, LARGE).send(latin(new byte[10]));
        Deadlines.await("a file", () -> !files().isEmpty());
        return client;
    }

    private static byte[] rest() {
        return new byte[LARGE - 10];
    }

    // ---- what arrives

    @InModes
    void deliversTheSameContent(Mode mode) throws Exception {
        try (TestServer server = serve(mode, BodyFileTest::hash)) {
            RawClient client = server.connect();
            for (int length :
                    new int[] {0, 1, GATHERED, GATHERED + 1, LARGEST_WITHOUT, LARGEST_WITHOUT + 1, 3 * LARGE, 1_200_000
                    }) {
                byte[] body = random(length);
                client.request("POST", "/", "Content-Length: " + length).sendLarge(body);
                assertThat(client.readResponse().text()).isEqualTo(description(body, length > LARGEST_WITHOUT));
                Deadlines.await("no file", () -> files().isEmpty());

                for (int size : new int[] {900, 70_000}) {
                    client.request("POST", "/", CHUNKED).sendLarge(chunks(body, size));
                    assertThat(client.readResponse().text()).startsWith(description(body, false));
                    Deadlines.await("no file", () -> files().isEmpty());
                }
            }
            assertThat(client.fate()).isEqualTo(Fate.USABLE);
        }
    }

    @InModes
    void bodyOfUnknownLengthGoesToAFileIfItIsNotGathered(Mode mode) throws Exception {
        try (TestServer server = serve(mode, BodyFileTest::hash)) {
            byte[] small = random(GATHERED - 1_000);
            byte[] large = random(2 * LARGE);
            RawClient client = server.connect();

            client.request("POST", "/", CHUNKED).sendLarge(chunks(small, 5_000));
            assertThat(client.readResponse().text()).isEqualTo(description(small, false));
            client.request("POST", "/", CHUNKED).sendLarge(chunks(large, 5_000));
            assertThat(client.readResponse().text()).isEqualTo(description(large, true));
        }
    }

    @InModes
    void handlerIsCalledWhenTheBodyIsComplete(Mode mode) throws Exception {
        try (TestServer server = serve(mode, BodyFileTest::hash)) {
            RawClient client = begin(server).sendLarge(new byte[LARGE - 20]);

            assertThat(server.connect().get("/other").readResponse().text()).isEqualTo("other");
            assertThat(handled).hasValue(0);
            client.send(new byte[10]);

            assertThat(client.readResponse().text()).isEqualTo(description(new byte[LARGE], true));
        }
    }

    @InModes
    void slowUploadsLeaveThePoolToOthers(Mode mode) throws Exception {
        Map<String, String> settings = Map.of("ringer.bodyFile", "" + LARGEST_WITHOUT);
        try (TestServer server = TestServer.create(
                        Provider.RINGER, Transport.current(), Executors.newFixedThreadPool(2), settings)
                .handle("/", BodyFileTest::hash)
                .handle("/other", exchange -> Http2Servers.respond(exchange, "other"))
                .start()) {
            List<RawClient> slow = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                slow.add(
                        i % 2 == 0
                                ? announce(server, LARGE).sendLarge(new byte[LARGE - 1])
                                : server.connect()
                                        .request("POST", "/", CHUNKED)
                                        .sendLarge(Arrays.copyOf(chunks(new byte[LARGE], 1_000), LARGE)));
            }

            assertThat(server.connect().get("/other").readResponse().text()).isEqualTo("other");

            for (int i = 0; i < 20; i += 2) {
                slow.get(i).send(new byte[1]);
                assertThat(slow.get(i).readResponse().text()).isEqualTo(description(new byte[LARGE], true));
            }
        }
    }

    @InModes
    void handlerReadsTrailers(Mode mode) throws Exception {
        try (TestServer server = serve(mode, exchange -> {
            exchange.getRequestBody().readAllBytes();
            Http2Servers.respond(
                    exchange, String.valueOf(Trailers.request(exchange).getFirst("X-Sum")));
        })) {
            byte[] whole = chunks(new byte[LARGE], 10_000);
            RawClient client = server.connect().request("POST", "/", CHUNKED);
            client.sendLarge(Arrays.copyOf(whole, whole.length - 2)).send("X-Sum: 42\r\n\r\n");

            assertThat(client.readResponse().text()).isEqualTo("42");
        }
    }

    @InModes
    @Over({Transport.CLEAR, Transport.TLS})
    void asksAClientThatWaitsForItToContinue(Mode mode) throws Exception {
        try (TestServer server = serve(mode, BodyFileTest::hash)) {
            RawClient client = announce(server, LARGE, "Expect: 100-continue");

            assertThat(client.readUntil("\r\n\r\n")).startsWith("HTTP/1.1 100 ");
            assertThat(handled).hasValue(0);
            assertThat(client.sendLarge(new byte[LARGE]).readResponse().text())
                    .isEqualTo(description(new byte[LARGE], true));
        }
    }

    @InModes
    void servesAPipelinedRequestAfterTheBody(Mode mode) throws Exception {
        try (TestServer server = serve(mode, BodyFileTest::hash)) {
            RawClient client = announce(server, LARGE).sendLarge(new byte[LARGE]);
            client.get("/other");

            assertThat(client.readResponse().text()).isEqualTo(description(new byte[LARGE], true));
            assertThat(client.readResponse().text()).isEqualTo("other");
        }
    }

    @InModes
    void clientThatWaitsForTheResponseIsServedAtOnce(Mode mode) throws Exception {
        for (String field : List.of("Content-Type: application/grpc", "Incremental: ?1")) {
            try (TestServer server = serve(mode, exchange -> exchange.sendResponseHeaders(403, -1))) {
                RawClient client = server.connect().request("POST", "/", CHUNKED, field);

                assertThat(client.readResponse().status()).isEqualTo(403);
            }
        }
    }

    @InModes
    void clientThatAnnouncesALengthCannotAvoidTheFile(Mode mode) throws Exception {
        CountDownLatch served = new CountDownLatch(1);
        try (TestServer server = serve(mode, exchange -> {
            if (exchange.getRequestURI().getPath().equals("/both")) {
                exchange.sendResponseHeaders(200, 0);
                exchange.getResponseBody().flush();
                exchange.getRequestBody().readAllBytes();
                exchange.close();
                served.countDown();
            } else {
                hash(exchange);
            }
        })) {
            for (String field : List.of(
                    "Content-Type: application/grpc", "Content-Type: application/connect+json", "Incremental: ?1")) {
                assertStored(announce(server, LARGE, field));
            }

            RawClient both = server.connect().request("POST", "/both", CHUNKED, "Incremental: ?1");
            both.readUntil("\r\n\r\n");
            both.send(chunks(new byte[10], 10));
            Deadlines.await(served);

            assertStored(announce(server, LARGE)); // although its context serves streams in both directions
        }
    }

    private static void assertStored(RawClient client) throws IOException {
        assertThat(client.sendLarge(new byte[LARGE]).readResponse().text())
                .isEqualTo(description(new byte[LARGE], true));
        Deadlines.await("no file", () -> files().isEmpty());
    }

    @InModes
    @Over({Transport.CLEAR, Transport.TLS})
    void contextWithoutTimeLimitsHasNoneForTheFile(Mode mode) throws Exception {
        try (TestServer server = serve(mode, BodyFileTest::hash, "ringer.bodyStallTimeout", "100 ms")) {
            server.context("/slow", BodyFileTest::hash).getAttributes().put(RingerExchange.BODY_TIME_LIMITS, false);
            RawClient client = server.connect().request("POST", "/slow", "Content-Length: " + LARGE);
            client.send(new byte[10]);
            Deadlines.await("a file", () -> !files().isEmpty());

            assertThat(client.hasEventWithin(Deadlines.QUIET)).isFalse();

            assertThat(client.sendLarge(rest()).readResponse().text()).isEqualTo(description(new byte[LARGE], true));
        }
    }

    @InModes
    @Over({Transport.CLEAR, Transport.TLS})
    void handlerReadsTheNextProtocolAfterTheBody(Mode mode) throws Exception {
        try (TestServer server = serve(mode, exchange -> {
            InputStream in = exchange.getRequestBody();
            boolean stored = !files().isEmpty();
            byte[] body = in.readAllBytes();
            assertThat(in.read()).isNegative();
            exchange.sendResponseHeaders(101, 0);
            OutputStream out = exchange.getResponseBody();
            out.write(description(body, stored).getBytes(StandardCharsets.US_ASCII));
            if (exchange.getRequestURI().getPath().equals("/received")) {
                RequestBody.of(exchange)
                        .toBytes(0)
                        .whenComplete((bytes, failure) -> end(exchange, failure == null ? bytes : new byte[] {'!'}));
                return;
            }
            out.write(in.read());
            assertThat(in.skip(1)).isEqualTo(1);
            out.write(in.readNBytes(2));
            end(exchange, in.readAllBytes());
        })) {
            byte[] body = random(LARGE);
            String text = description(body, true);
            for (String path : List.of("/", "/received")) {
                for (String framing : List.of("Content-Length: " + LARGE, CHUNKED)) {
                    RawClient client =
                            server.connect().request("POST", path, "Connection: upgrade", "Upgrade: tcp", framing);
                    client.sendLarge(framing.equals(CHUNKED) ? chunks(body, 10_000) : body);
                    assertThat(client.readUntil("\r\n\r\n")).startsWith("HTTP/1.1 101 ");
                    assertThat(client.readText(text.length())).isEqualTo(text);

                    client.send("abcdef").halfClose();

                    assertThat(client.readToEnd()).isEqualTo(path.equals("/") ? "acdef" : "abcdef");
                    Deadlines.await("no file", () -> files().isEmpty());
                }
            }
        }
    }

    private static void end(HttpExchange exchange, byte[] last) {
        try {
            exchange.getResponseBody().write(last);
        } catch (IOException gone) { // the client notices
        }
        exchange.close();
    }

    @Test
    void bodyOfAClientThatPausesGoesToAFile() throws Exception {
        try (TestServer server = serve(Mode.NO_EXECUTOR, BodyFileTest::hash)) {
            RawClient client = server.connect().request("POST", "/", CHUNKED).send("2\r\nab\r\n");
            Deadlines.await("a file", () -> !files().isEmpty());

            client.send("1\r\nc\r\n0\r\n\r\n");

            assertThat(client.readResponse().text()).isEqualTo(description(new byte[] {'a', 'b', 'c'}, true));
        }
    }

    // ---- how the handler reads

    @InModes
    void streamHasTheMethodsOfAFile(Mode mode) throws Exception {
        byte[] body = random(LARGE);
        List<String> faults = new ArrayList<>();
        try (TestServer server = serve(mode, exchange -> {
            InputStream in = exchange.getRequestBody();
            try {
                assertThat(in.available()).isEqualTo(LARGE);
                assertThat(in.read()).isEqualTo(body[0] & 0xff);
                assertThat(in.skip(99_999)).isEqualTo(99_999);
                assertThat(in.skip(0)).isZero();
                assertThat(in.skip(-1)).isZero();
                assertThat(in.available()).isEqualTo(LARGE - 100_000);
                assertThat(in.readNBytes(1_000)).isEqualTo(Arrays.copyOfRange(body, 100_000, 101_000));
                ByteArrayOutputStream out = new ByteArrayOutputStream();
                assertThat(in.transferTo(out)).isEqualTo(LARGE - 101_000);
                assertThat(out.toByteArray()).isEqualTo(Arrays.copyOfRange(body, 101_000, LARGE));
                assertThat(in.read()).isEqualTo(-1);
                assertThat(in.read(new byte[5])).isEqualTo(-1);
                assertThat(in.skip(1)).isZero();
                assertThat(in.available()).isZero();
                assertThat(in.readAllBytes()).isEmpty();
                in.close();
                assertThatThrownBy(in::read).isInstanceOf(IOException.class).hasMessage("Stream is closed");
                assertThatThrownBy(in::readAllBytes).isInstanceOf(IOException.class);
                assertThatThrownBy(() -> in.skip(1)).isInstanceOf(IOException.class);
                assertThat(in.available()).isZero();
            } catch (AssertionError fault) {
                faults.add(fault.toString());
            }
            Http2Servers.respond(exchange, "done");
        })) {
            assertThat(announce(server, LARGE).sendLarge(body).readResponse().text())
                    .isEqualTo("done");
            assertThat(faults).isEmpty();
        }
    }

    @InModes
    void readFailsAfterTheExchange(Mode mode) throws Exception {
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        try (TestServer server = serve(mode, exchange -> {
            InputStream in = exchange.getRequestBody();
            in.read();
            exchange.sendResponseHeaders(204, -1);
            try {
                in.read();
                failure.complete(null);
            } catch (IOException e) {
                failure.complete(e);
            }
        })) {
            assertThat(announce(server, LARGE)
                            .sendLarge(new byte[LARGE])
                            .readResponse()
                            .status())
                    .isEqualTo(204);
            assertThat(failure.get(20, TimeUnit.SECONDS)).isInstanceOf(IOException.class);
        }
    }

    @InModes
    void readFailsIfSomebodyTruncatesOrDeletesTheFile(Mode mode) throws Exception {
        Ability.REPLACED_OPEN_FILES.assume();
        for (boolean deletes : new boolean[] {false, true}) {
            CompletableFuture<Throwable> failure = new CompletableFuture<>();
            try (TestServer server = serve(mode, exchange -> {
                Path file = files().get(0);
                if (deletes) {
                    Files.delete(file);
                } else {
                    Files.write(file, new byte[1_000]);
                }
                try {
                    exchange.getRequestBody().readAllBytes();
                    failure.complete(null);
                } catch (IOException e) {
                    failure.complete(e);
                }
                exchange.sendResponseHeaders(500, -1);
            })) {
                assertThat(announce(server, LARGE)
                                .sendLarge(new byte[LARGE])
                                .readResponse()
                                .status())
                        .isEqualTo(500);
                assertThat(failure.get(20, TimeUnit.SECONDS)).isInstanceOf(IOException.class);
                Deadlines.await("no file", () -> files().isEmpty());
            }
        }
    }

    @InModes
    void otherReadersGetTheSameContent(Mode mode) throws Exception {
        byte[] body = random(LARGE);
        Path copy = directory.resolve("copy-" + mode + Transport.current());
        try (TestServer server = serve(mode, exchange -> {
            RequestBody received = RequestBody.of(exchange);
            (switch (exchange.getRequestURI().getPath()) {
                        case "/bytes" -> received.toBytes(0).thenApply(bytes -> description(bytes, false));
                        case "/file" -> received.toFile(copy, 0).thenApply(BodyFileTest::describe);
                        default -> received.discard().thenApply(nothing -> "dropped");
                    })
                    .whenComplete((text, failure) -> respond(exchange, failure == null ? text : failure.toString()));
        })) {
            for (String path : List.of("/bytes", "/file", "/drop")) {
                RawClient client = server.connect().request("POST", path, "Content-Length: " + LARGE);
                assertThat(client.sendLarge(body).readResponse().text())
                        .isEqualTo(path.equals("/drop") ? "dropped" : description(body, false));
            }
        }
    }

    private static String describe(Path file) {
        try {
            return description(Files.readAllBytes(file), false);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static void respond(HttpExchange exchange, String text) {
        try {
            Http2Servers.respond(exchange, text);
        } catch (IOException gone) {
            exchange.close();
        }
    }

    @InModes
    void formsAreReadAndReceived(Mode mode) throws Exception {
        String content = "x".repeat(LARGE);
        byte[] body = ("--B\r\nContent-Disposition: form-data; name=f; filename=f\r\n\r\n" + content + "\r\n--B--\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        try (TestServer server = serve(mode, exchange -> {
            if (exchange.getRequestURI().getPath().equals("/read")) {
                try (Form form = Form.read(exchange)) {
                    Http2Servers.respond(exchange, "" + form.file("f").size());
                }
                return;
            }
            Form.receive(exchange).whenComplete((form, failure) -> {
                respond(exchange, failure == null ? "" + form.file("f").size() : failure.toString());
                if (form != null) {
                    form.close();
                }
            });
        })) {
            for (String path : List.of("/read", "/receive")) {
                RawClient client = server.connect()
                        .request(
                                "POST",
                                path,
                                "Content-Type: multipart/form-data; boundary=B",
                                "Content-Length: " + body.length);
                assertThat(client.sendLarge(body).readResponse().text()).isEqualTo("" + LARGE);
            }
        }
    }

    // ---- the end of the file

    @InModes
    void fileEndsWithItsExchange(Mode mode) throws Exception {
        Map<String, HttpHandler> ends = Map.of(
                "/unread", exchange -> exchange.sendResponseHeaders(204, -1),
                "/partly",
                        exchange -> {
                            exchange.getRequestBody().read();
                            exchange.sendResponseHeaders(200, 2);
                            exchange.getResponseBody().write(new byte[2]);
                            exchange.getResponseBody().close();
                        },
                "/closed", HttpExchange::close,
                "/failed",
                        exchange -> {
                            throw new IllegalStateException("expected");
                        },
                "/later", exchange -> new Thread(() -> respond(exchange, "later")).start());
        try (TestServer server = serve(mode, exchange -> {})) {
            ends.forEach(server::handle);
            for (String path : ends.keySet()) {
                RawClient client = server.connect().request("POST", path, "Content-Length: " + LARGE);
                client.sendLarge(new byte[LARGE]).readUntil("\r\n\r\n");

                Deadlines.await(path, () -> files().isEmpty());
            }
        }
    }

    @InModes
    void fileStaysUntilTheEndOfTheExchange(Mode mode) throws Exception {
        CompletableFuture<HttpExchange> exchange = new CompletableFuture<>();
        try (TestServer server = serve(mode, exchange::complete)) {
            RawClient client = announce(server, LARGE).sendLarge(new byte[LARGE]);
            HttpExchange open = exchange.get(20, TimeUnit.SECONDS);
            assertThat(server.connect().get("/other").readResponse().text()).isEqualTo("other");

            hash(open);

            assertThat(client.readResponse().text()).isEqualTo(description(new byte[LARGE], true));
        }
    }

    @InModes
    void nothingIsLeftOfAClientThatLeaves(Mode mode) throws Exception {
        try (TestServer server = serve(mode, BodyFileTest::hash)) {
            begin(server).close();
            Deadlines.await("no file", () -> files().isEmpty());
            begin(server).reset();
            Deadlines.await("no file", () -> files().isEmpty());

            RawClient chunked = server.connect().request("POST", "/", CHUNKED);
            chunked.sendLarge(Arrays.copyOf(chunks(new byte[LARGE], 1_000), LARGE));
            Deadlines.await("a file", () -> !files().isEmpty());
            chunked.reset();
            Deadlines.await("no file", () -> files().isEmpty());
        }
        assertThat(handled).hasValue(0);
    }

    @InModes
    @Over({Transport.CLEAR, Transport.TLS})
    void clientThatEndsItsBodyEarlyGets400(Mode mode) throws Exception {
        try (TestServer server = serve(mode, BodyFileTest::hash)) {
            assertThat(begin(server).halfClose().readResponse().status()).isEqualTo(400);
        }
        assertThat(handled).hasValue(0);
    }

    @InModes
    void serverThatStopsDeletesTheFile(Mode mode) throws Exception {
        try (TestServer server = serve(mode, BodyFileTest::hash)) {
            begin(server);
        }

        Deadlines.await("no file", () -> files().isEmpty());
        assertThat(handled).hasValue(0);
    }

    @InModes
    void serverThatStopsWaitsForABodyThatArrives(Mode mode) throws Exception {
        try (TestServer server = serve(mode, BodyFileTest::hash)) {
            RawClient client = begin(server);
            CompletableFuture<Void> stopped =
                    CompletableFuture.runAsync(() -> server.server().stop(20));
            Deadlines.await("the server accepts no more", () -> refuses(server));
            client.sendLarge(rest());

            assertThat(client.readResponse().text()).isEqualTo(description(new byte[LARGE], true));
            stopped.get(20, TimeUnit.SECONDS);
        }
    }

    private static boolean refuses(TestServer server) {
        try (Socket probe = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            return !probe.isConnected();
        } catch (IOException refused) {
            return true;
        }
    }

    @InModes
    @Over({Transport.H2C, Transport.H2})
    void streamsOfAConnectionArriveOnTheirOwn(Mode mode) throws Exception {
        String half = latin(new byte[LARGE / 2 / 10]);
        try (TestServer server = serve(mode, BodyFileTest::hash);
                Http2Client client = Http2Client.open(server)) {
            for (int stream = 1; stream < 8; stream += 2) {
                client.head(stream, "POST", "/", "content-length", "" + LARGE);
            }
            for (int i = 0; i < 19; i++) {
                for (int stream = 1; stream < 8; stream += 2) {
                    client.data(stream, half);
                }
            }
            client.reset(1);
            client.get(9, "/other");
            assertThat(client.answer(9).text()).isEqualTo("other");
            assertThat(handled).hasValue(0);
            for (int stream = 3; stream < 8; stream += 2) {
                client.end(stream, half);
                assertThat(client.answer(stream).text()).startsWith(description(new byte[LARGE], false));
            }
            assertThat(handled).hasValue(3);
        }
    }

    // ---- limits

    @InModes
    void stalledClientGets408(Mode mode) throws Exception {
        try (TestServer server = serve(mode, BodyFileTest::hash, "ringer.bodyStallTimeout", "150 ms")) {
            assertThat(begin(server).readResponse().status()).isEqualTo(408);
        }
        assertThat(handled).hasValue(0);
    }

    @InModes
    void tooLargeBodyGets413(Mode mode) throws Exception {
        try (TestServer server = serve(mode, BodyFileTest::hash, "ringer.maxBodySize", "200000")) {
            assertThat(announce(server, 200_001).readResponse().status()).isEqualTo(413);

            RawClient client = server.connect().request("POST", "/", CHUNKED);
            client.sendAsFarAsPossible(chunks(new byte[300_000], 1_000));
            assertThat(client.readResponse().status()).isEqualTo(413);
        }
        assertThat(handled).hasValue(0);
    }

    @InModes
    @Over({Transport.CLEAR, Transport.TLS})
    void malformedBodyGets400(Mode mode) throws Exception {
        try (TestServer server = serve(mode, BodyFileTest::hash)) {
            RawClient client = server.connect().request("POST", "/", CHUNKED);
            byte[] whole = chunks(new byte[LARGE], 1_000);
            client.sendAsFarAsPossible(Arrays.copyOf(whole, whole.length - 5)).sendAsFarAsPossible("nonsense\r\n");

            assertThat(client.readResponse().status()).isEqualTo(400);
        }
        assertThat(handled).hasValue(0);
    }

    @InModes
    void reachedDiskLimitGets503(Mode mode) throws Exception {
        long most = leave(LARGE);
        try (TestServer server = serve(mode, BodyFileTest::hash)) {
            RawClient client = server.connect().request("POST", "/", CHUNKED);
            assertRefused(client.sendAsFarAsPossible(chunks(new byte[3 * LARGE], 10_000)));
            Deadlines.await("no file", () -> files().isEmpty());
        } finally {
            SharedBytes.DISK.giveBack(most);
        }
        assertThat(handled).hasValue(0);
    }

    @InModes
    void bodyForWhichTheDiskHasNoRoomGets503AtOnce(Mode mode) throws Exception {
        long most = leave(LARGE);
        try (TestServer server = serve(mode, BodyFileTest::hash)) {
            assertRefused(announce(server, LARGE + 1));
            assertThat(handled).hasValue(0);

            assertStored(announce(server, LARGE));
        } finally {
            SharedBytes.DISK.giveBack(most);
        }
    }

    /** Takes all bytes of the disk but these. Returns how many were taken. */
    private static long leave(int bytes) {
        long most = SharedBytes.MOST_ON_DISK - SharedBytes.DISK.taken() - bytes;
        assertThat(SharedBytes.DISK.take(most, SharedBytes.MOST_ON_DISK)).isTrue();
        return most;
    }

    private static void assertRefused(RawClient client) throws IOException {
        Response refused = client.readResponse();
        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.value("Retry-After")).hasValue("10");
    }

    @InModes
    void diskThatCannotBeWrittenGets507(Mode mode) throws Exception {
        try (TestServer server = serve(mode, BodyFileTest::hash)) {
            try (SystemProperties ignored = SystemProperties.with(
                    Map.of("java.io.tmpdir", directory.resolve("absent").toString()))) {
                Response refused = announce(server, LARGE)
                        .sendAsFarAsPossible(new byte[LARGE])
                        .readResponse();

                assertThat(refused.status()).isEqualTo(507);
            }
            assertThat(handled).hasValue(0);

            assertThat(announce(server, LARGE)
                            .sendLarge(new byte[LARGE])
                            .readResponse()
                            .text())
                    .isEqualTo(description(new byte[LARGE], true));
        }
    }

    @InModes
    @Needs(Ability.POSIX_PERMISSIONS)
    void onlyTheOwnerMayReadTheFile(Mode mode) throws Exception {
        try (TestServer server = serve(mode, exchange -> {
            Path file = files().get(0);
            Http2Servers.respond(
                    exchange,
                    PosixFilePermissions.toString(Files.getPosixFilePermissions(file))
                            + PosixFilePermissions.toString(Files.getPosixFilePermissions(file.getParent())));
        })) {
            assertThat(announce(server, LARGE)
                            .sendLarge(new byte[LARGE])
                            .readResponse()
                            .text())
                    .isEqualTo("rw-------rwx------");
        }
    }

    // ---- the setting

    @Test
    void isSetForOnePortOrInCode() throws Exception {
        int port = FreePorts.next();
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        ServerOptions options =
                ServerOptions.builder().set(Settings.BODY_FILE, 100_000L).build();
        RingerProvider provider = new RingerProvider();
        HttpServer ofPort;
        HttpServer other;
        try (SystemProperties ignored = SystemProperties.with(Map.of("ringer.port." + port + ".bodyFile", "100k"))) {
            ofPort = provider.createHttpServer(address, 0);
            other = provider.createHttpServer(TestServer.anyPort(), 0);
        }
        assertThat(stores(ofPort)).isTrue();
        assertThat(stores(other)).isFalse();
        assertThat(stores(Ringer.create(TestServer.anyPort(), options))).isTrue();
    }

    private static boolean stores(HttpServer made) throws IOException {
        try (TestServer server = TestServer.of(made, Transport.CLEAR, Optional.empty())
                .handle("/", BodyFileTest::hash)
                .start()) {
            RawClient client = announce(server, LARGE).sendLarge(new byte[LARGE]);
            String text = client.readResponse().text();
            Deadlines.await("no file", () -> files().isEmpty());
            return text.endsWith("stored");
        }
    }

    @InModes
    void handlerOfALargeBodyIsCalledAtOnceByDefault(Mode mode) throws Exception {
        CountDownLatch called = new CountDownLatch(1);
        try (TestServer server = TestServer.create(Provider.RINGER, mode)
                .handle("/", exchange -> {
                    called.countDown();
                    hash(exchange);
                })
                .start()) {
            RawClient client = announce(server, LARGE);
            Deadlines.await(called);

            assertThat(client.sendLarge(new byte[LARGE]).readResponse().text())
                    .isEqualTo(description(new byte[LARGE], false));
        }
    }
}
