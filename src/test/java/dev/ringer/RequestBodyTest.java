package dev.ringer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import com.sun.net.httpserver.BasicAuthenticator;
import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.ringer.events.EventStream;
import dev.ringer.files.CompressionFilter;
import dev.ringer.internal.body.ContentSource;
import dev.ringer.internal.body.ReceivedBytes;
import dev.ringer.multipart.Form;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Fate;
import dev.ringer.testkit.Http2Servers;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Over;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;

/** Tests bodies that the application receives after its handler has returned. */
@Timeout(120)
@Execution(CONCURRENT) // these tests wait more than they compute
@Over({Transport.CLEAR, Transport.TLS, Transport.H2C, Transport.H2})
class RequestBodyTest {
    private static final String CHUNKED = "Transfer-Encoding: chunked";
    /** So much is gathered before the handler is called, so that a longer body arrives while it is received. */
    private static final int GATHERED = 64 * 1024;

    @TempDir
    private Path directory;

    /** A handler that receives bodies by one method, and answers with what that method's stage completes with. */
    private static final class Receiving implements HttpHandler {
        final CompletableFuture<Object> result = new CompletableFuture<>();
        final AtomicInteger completions = new AtomicInteger();
        final CountDownLatch received = new CountDownLatch(1); // when the stage was made, and the handler returns
        final CompletableFuture<HttpExchange> exchange = new CompletableFuture<>();
        private final Function<HttpExchange, CompletionStage<?>> method;

        Receiving(Function<HttpExchange, CompletionStage<?>> method) {
            this.method = method;
        }

        static Receiving bytes() {
            return new Receiving(exchange -> RequestBody.of(exchange).toBytes(0));
        }

        @Override
        public void handle(HttpExchange handled) {
            CompletionStage<?> stage = method.apply(handled);
            exchange.complete(handled);
            received.countDown();
            stage.whenComplete((made, failure) -> {
                completions.incrementAndGet();
                answer(handled, made, failure);
                result.complete(failure != null ? failure : String.valueOf(shown(made)));
            });
        }

        private static Object shown(Object made) {
            return made instanceof byte[] bytes ? bytes.length : made;
        }

        private static void answer(HttpExchange exchange, Object made, Throwable failure) {
            try {
                if (failure != null) {
                    exchange.sendResponseHeaders(RequestBody.statusOf(failure), -1);
                } else {
                    Http2Servers.respond(exchange, String.valueOf(shown(made)));
                }
            } catch (IOException gone) {
                exchange.close();
            }
        }

        Throwable failure() {
            Object seen = get(result);
            assertThat(seen).isInstanceOf(Throwable.class);
            assertThat(completions).hasValue(1);
            return (Throwable) seen;
        }
    }

    private static <T> T get(Future<T> future) {
        try {
            return future.get(Deadlines.PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new AssertionError(e);
        }
    }

    private static TestServer serve(Mode mode, HttpHandler handler, String... properties) throws IOException {
        Map<String, String> settings = properties.length == 0 ? Map.of() : Map.of(properties[0], properties[1]);
        return TestServer.create(Provider.RINGER, mode, settings)
                .handle("/", handler)
                .start();
    }

    /** Sends the head of a body of that length, and the first byte. */
    private static RawClient begin(TestServer server, int length) throws IOException {
        return begin(server, length, 1);
    }

    private static RawClient begin(TestServer server, int length, int sent) throws IOException {
        return server.connect()
                .request("POST", "/", "Content-Length: " + length)
                .send("a".repeat(sent));
    }

    private static byte[] rest(int length) {
        return "b".repeat(length - 1).getBytes(StandardCharsets.US_ASCII);
    }

    // ---- what arrives

    @InModes
    void receivesABodyAfterTheHandlerHasReturned(Mode mode) throws Exception {
        Receiving receiving = Receiving.bytes();
        try (TestServer server = serve(mode, receiving)) {
            int length = 3 * GATHERED;
            RawClient client = begin(server, length);
            Deadlines.await(receiving.received);

            client.sendLarge(rest(length));

            assertThat(client.readResponse().text()).isEqualTo(String.valueOf(length));
            assertThat(client.fate()).isEqualTo(Fate.USABLE);
        }
    }

    /** A thread passes 256 KiB in a row, and then waits for more: here it waits for the end alone. */
    @InModes
    void receivesABodyThatEndsWithTheLastByteInARow(Mode mode) throws Exception {
        Receiving receiving = Receiving.bytes();
        try (TestServer server = serve(mode, receiving, "ringer.bodyBuffer", "" + 4 * GATHERED)) {
            String body = "x".repeat(4 * GATHERED);

            assertThat(server.connect().post("/", body).readResponse().text()).isEqualTo("" + body.length());
        }
    }

    @InModes
    void receivesChunksByteByByte(Mode mode) throws Exception {
        Receiving receiving = Receiving.bytes();
        try (TestServer server = serve(mode, receiving, "ringer.bodyBuffer", "0")) {
            RawClient client = server.connect().request("POST", "/", CHUNKED);
            for (byte each : "5;a=b\r\nhello\r\n3\r\nyou\r\n0\r\nX: y\r\n\r\n".getBytes(StandardCharsets.US_ASCII)) {
                client.send(new byte[] {each});
            }

            assertThat(client.readResponse().text()).isEqualTo("8");
            assertThat(client.fate()).isEqualTo(Fate.USABLE);
        }
    }

    @InModes
    void receivesWhatIsHereAtOnce(Mode mode) throws Exception {
        AtomicBoolean done = new AtomicBoolean();
        Receiving receiving = new Receiving(exchange -> {
            CompletionStage<byte[]> stage = RequestBody.of(exchange).toBytes(0);
            done.set(stage.toCompletableFuture().isDone());
            return stage;
        });
        try (TestServer server = serve(mode, receiving)) {
            assertThat(server.connect().post("/", "hello").readResponse().text())
                    .isEqualTo("5");
            assertThat(done).isTrue();
        }
    }

    @InModes
    void receivesNothing(Mode mode) throws Exception {
        Receiving receiving = Receiving.bytes();
        try (TestServer server = serve(mode, receiving)) {
            assertThat(server.connect().get("/").readResponse().text()).isEqualTo("0");
        }
    }

    @InModes
    @Over({Transport.CLEAR, Transport.TLS})
    void asksAClientThatWaitsForItToContinue(Mode mode) throws Exception {
        Receiving receiving = Receiving.bytes();
        try (TestServer server = serve(mode, receiving)) {
            RawClient client = server.connect().request("POST", "/", "Content-Length: 5", "Expect: 100-continue");

            assertThat(client.readUntil("\r\n\r\n")).startsWith("HTTP/1.1 100 ");
            assertThat(client.send("hello").readResponse().text()).isEqualTo("5");
        }
    }

    @InModes
    void discardsABody(Mode mode) throws Exception {
        Receiving receiving = new Receiving(exchange -> RequestBody.of(exchange).discard());
        try (TestServer server = serve(mode, receiving)) {
            int length = 3 * GATHERED;
            RawClient client = begin(server, length).sendLarge(rest(length));

            assertThat(client.readResponse().text()).isEqualTo("null");
            assertThat(client.fate()).isEqualTo(Fate.USABLE);
        }
    }

    @InModes
    void noticesAClientThatLeavesAfterItsBody(Mode mode) throws Exception {
        CountDownLatch gone = new CountDownLatch(1);
        CountDownLatch complete = new CountDownLatch(1);
        try (TestServer server = serve(mode, exchange -> {
            RingerExchange.onDisconnect(exchange, gone::countDown);
            RequestBody.of(exchange).toBytes(0).thenRun(complete::countDown);
        })) {
            int length = 2 * GATHERED;
            RawClient client = begin(server, length);
            client.sendLarge(rest(length));
            Deadlines.await(complete);
            client.close();

            Deadlines.await(gone);
        }
    }

    // ---- files

    @InModes
    void writesAFile(Mode mode) throws Exception {
        Path file = directory.resolve("upload-" + mode + Transport.current());
        Receiving receiving = new Receiving(exchange -> RequestBody.of(exchange).toFile(file, 0));
        try (TestServer server = serve(mode, receiving)) {
            int length = 20 * GATHERED;
            RawClient client = begin(server, length);
            Deadlines.await(receiving.received);
            client.sendLarge(rest(length));

            assertThat(client.readResponse().text()).isEqualTo(file.toString());
            assertThat(Files.readString(file)).isEqualTo("a" + "b".repeat(length - 1));
        }
    }

    @InModes
    void leavesNoFileOfABodyThatIsCutOff(Mode mode) throws Exception {
        Path file = directory.resolve("upload-" + mode + Transport.current());
        Receiving receiving = new Receiving(exchange -> RequestBody.of(exchange).toFile(file, 0));
        try (TestServer server = serve(mode, receiving)) {
            RawClient client = begin(server, 2 * GATHERED);
            Deadlines.await(receiving.received);
            client.reset();

            assertThat(receiving.failure()).isInstanceOf(IOException.class);
            assertThat(file).doesNotExist();
        }
    }

    @InModes
    void keepsAFileThatExists(Mode mode) throws Exception {
        Path file = directory.resolve("upload-" + mode + Transport.current());
        Files.writeString(file, "precious");
        Receiving receiving = new Receiving(exchange -> RequestBody.of(exchange).toFile(file, 0));
        try (TestServer server = serve(mode, receiving)) {
            assertThat(server.connect().post("/", "hello").readResponse().status())
                    .isEqualTo(500);
            assertThat(receiving.failure()).isInstanceOf(FileAlreadyExistsException.class);
            assertThat(file).hasContent("precious");
        }
    }

    @InModes
    void makesNoDirectories(Mode mode) throws Exception {
        Path file = directory.resolve("absent").resolve("upload");
        Receiving receiving = new Receiving(exchange -> RequestBody.of(exchange).toFile(file, 0));
        try (TestServer server = serve(mode, receiving)) {
            assertThat(server.connect().post("/", "hello").readResponse().status())
                    .isEqualTo(500);
            assertThat(receiving.failure()).isInstanceOf(NoSuchFileException.class);
        }
    }

    @InModes({Mode.FIXED_POOL, Mode.NO_EXECUTOR})
    @Over(Transport.CLEAR)
    void letsOnlyTheOwnerReadAFile(Mode mode) throws Exception {
        assumeThat(directory.getFileSystem().supportedFileAttributeViews()).contains("posix");
        Path file = directory.resolve("upload-" + mode);
        Receiving receiving = new Receiving(exchange -> RequestBody.of(exchange).toFile(file, 0));
        try (TestServer server = serve(mode, receiving)) {
            server.connect().post("/", "hello").readResponse();

            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------");
        }
    }

    @Test
    void findsTheStatusOfAFailureInItsCauses() {
        BodyTooLongException tooLong = new BodyTooLongException(7);
        assertThat(RequestBody.statusOf(tooLong)).isEqualTo(413);
        assertThat(RequestBody.statusOf(new CompletionException(new UncheckedIOException(tooLong))))
                .isEqualTo(413);
        assertThat(RequestBody.statusOf(new CompletionException(new IOException("No space left on device"))))
                .isEqualTo(500);
        assertThat(RequestBody.statusOf(new CancellationException())).isEqualTo(500);
        IOException circle = new IOException();
        circle.initCause(new IOException(circle));
        assertThat(RequestBody.statusOf(circle)).isEqualTo(500);
        assertThatNullPointerException().isThrownBy(() -> RequestBody.statusOf(null));
    }

    @Test
    void asksTheClientToTryAgainIfNoMemoryIsLeft() {
        ContentSource withoutMemory = (ContentSource) Proxy.newProxyInstance(
                ContentSource.class.getClassLoader(),
                new Class<?>[] {ContentSource.class},
                (proxy, method, arguments) -> !method.getName().equals("tryRetain"));
        ReceivedBytes receiver = new ReceivedBytes(withoutMemory, 10, IOException::new);

        assertThatThrownBy(() -> receiver.take(new byte[1], 0, 1, false))
                .isInstanceOf(IOException.class)
                .satisfies(failure -> assertThat(RequestBody.statusOf(failure)).isEqualTo(503));
    }

    // ---- limits and ends

    @InModes
    void refusesABodyThatIsTooLong(Mode mode) throws Exception {
        Receiving receiving = new Receiving(exchange -> RequestBody.of(exchange).toBytes(4));
        try (TestServer server = serve(mode, receiving)) {
            RawClient client = server.connect().post("/", "hello");

            assertThat(client.readResponse().status()).isEqualTo(413);
            assertThat(receiving.failure())
                    .isInstanceOf(BodyTooLongException.class)
                    .hasMessage("the request body is longer than 4 bytes");
            assertThat(client.fate()).isEqualTo(Fate.USABLE);
        }
    }

    @InModes
    void refusesABodyThatExceedsTheLimitOfTheServer(Mode mode) throws Exception {
        Collected collected = new Collected(Long.MAX_VALUE);
        Receiving receiving = new Receiving(exchange -> RequestBody.of(exchange).discard());
        try (TestServer server = serve(mode, receiving, "ringer.maxBodySize", "100000")) {
            server.handle("/subscribed", exchange -> RequestBody.of(exchange).subscribe(collected));
            for (String path : List.of("/", "/subscribed")) {
                server.connect()
                        .request("POST", path, CHUNKED)
                        .sendAsFarAsPossible("30000\r\n" + "x".repeat(0x30000) + "\r\n0\r\n\r\n");
            }

            assertThat(receiving.failure())
                    .isInstanceOf(BodyTooLongException.class)
                    .hasMessage("the request body is longer than ringer.maxBodySize allows");
            assertThat(get(collected.end)).isEqualTo("BodyTooLongException");
        }
    }

    /** Clients that stop in the middle of their bodies make the server keep no more than it may. */
    @InModes
    void countsWhatItKeepsInMemory(Mode mode) throws Exception {
        long most = 2_000_000;
        int part = 4 * GATHERED;
        int uploads = 20;
        Semaphore ends = new Semaphore(0);
        List<RawClient> clients = new ArrayList<>();
        try (TestServer server =
                serve(mode, exchange -> receive(exchange, ends), "ringer.maxBufferedMemory", "" + most)) {
            for (int i = 0; i < uploads; i++) {
                clients.add(server.connect()
                        .request("POST", "/", "Content-Length: " + 2 * part)
                        .sendAsFarAsPossible("x".repeat(part)));
                assertThat(server.memory().taken()).isLessThan(2 * most);
            }
            Deadlines.await("the end of an upload", () -> ends.availablePermits() > 0);
            for (RawClient client : clients) {
                client.close();
            }

            Deadlines.await("no memory", () -> server.memory().taken() == 0);
        }
    }

    private static void receive(HttpExchange exchange, Semaphore ends) {
        RequestBody.of(exchange).toBytes(0).whenComplete((bytes, failure) -> {
            ends.release();
            exchange.close();
        });
    }

    @InModes
    void refusesABodyThatTurnsOutToBeTooLong(Mode mode) throws Exception {
        Receiving receiving = new Receiving(exchange -> RequestBody.of(exchange).toBytes(4));
        try (TestServer server = serve(mode, receiving)) {
            RawClient client = server.connect().request("POST", "/", CHUNKED).send("5\r\nhello\r\n0\r\n\r\n");

            assertThat(client.readResponse().status()).isEqualTo(413);
            assertThat(receiving.failure()).isInstanceOf(BodyTooLongException.class);
        }
    }

    /** The client is not even asked to send such a body. */
    @InModes
    @Over({Transport.CLEAR, Transport.TLS})
    void refusesABodyWhoseAnnouncedLengthIsTooLong(Mode mode) throws Exception {
        Path file = directory.resolve("upload-" + mode + Transport.current());
        for (Receiving receiving : List.of(
                new Receiving(exchange -> RequestBody.of(exchange).toBytes(GATHERED)),
                new Receiving(exchange -> RequestBody.of(exchange).toFile(file, GATHERED)))) {
            try (TestServer server = serve(mode, receiving)) {
                RawClient client = server.connect()
                        .request("POST", "/", "Content-Length: " + (GATHERED + 1), "Expect: 100-continue");

                assertThat(client.readResponse().status()).isEqualTo(413);
                assertThat(receiving.failure()).isInstanceOf(BodyTooLongException.class);
                assertThat(file).doesNotExist();
            }
        }
    }

    /** No array is longer than 2 GiB, whatever limit the application sets. */
    @InModes(inTurn = true)
    @Over({Transport.CLEAR, Transport.TLS})
    void refusesABodyThatIsLongerThanArrays(Mode mode) throws Exception {
        for (long max : new long[] {0, Integer.MAX_VALUE, 1L << 31, Long.MAX_VALUE}) {
            for (long length : new long[] {Integer.MAX_VALUE - 7, 1L << 31, 1L << 32, 1L << 40}) {
                Receiving receiving =
                        new Receiving(exchange -> RequestBody.of(exchange).toBytes(max));
                try (TestServer server = serve(mode, receiving)) {
                    RawClient client = server.connect().request("POST", "/", "Content-Length: " + length);

                    assertThat(client.readResponse().status()).isEqualTo(413);
                    assertThat(receiving.failure())
                            .isInstanceOf(BodyTooLongException.class)
                            .hasMessage("the request body is longer than 2147483639 bytes");
                }
            }
        }
    }

    /** The handler has read so much that the rest is short enough. */
    @InModes
    void receivesTheRestOfABodyThatIsTooLong(Mode mode) throws Exception {
        Receiving receiving = new Receiving(exchange -> {
            try {
                exchange.getRequestBody().readNBytes(3);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return RequestBody.of(exchange).toBytes(4);
        });
        try (TestServer server = serve(mode, receiving)) {
            assertThat(server.connect().post("/", "hello").readResponse().text())
                    .isEqualTo("2");
        }
    }

    @InModes
    void endsWithAClientThatStalls(Mode mode) throws Exception {
        Receiving receiving = Receiving.bytes();
        try (TestServer server = serve(mode, receiving, "ringer.bodyStallTimeout", "150 ms")) {
            begin(server, 2 * GATHERED);

            assertThat(receiving.failure()).isInstanceOf(IOException.class).hasMessageContaining("stopped arriving");
        }
    }

    @InModes
    void endsWithAClientThatStallsWhileTheServerStops(Mode mode) throws Exception {
        Receiving receiving = Receiving.bytes();
        try (TestServer server = serve(mode, receiving, "ringer.bodyStallTimeout", "300 ms")) {
            begin(server, 2 * GATHERED);
            Deadlines.await(receiving.received);
            CompletableFuture<Void> stop =
                    CompletableFuture.runAsync(() -> server.server().stop(20));

            assertThat(receiving.failure()).isInstanceOf(IOException.class).hasMessageContaining("stopped arriving");
            get(stop);
        }
    }

    @InModes
    void waitsForAClientWithoutTimeLimits(Mode mode) throws Exception {
        Receiving receiving = new Receiving(exchange -> {
            RingerExchange.limitBodyTime(exchange, false);
            return RequestBody.of(exchange).toBytes(0);
        });
        try (TestServer server = serve(mode, receiving, "ringer.bodyStallTimeout", "150 ms")) {
            RawClient client = begin(server, 2 * GATHERED);
            Receiving other = Receiving.bytes();
            server.handle("/other", other);
            server.connect()
                    .request("POST", "/other", "Content-Length: " + 2 * GATHERED)
                    .send("a");
            assertThat(other.failure()).isInstanceOf(IOException.class); // so the limit of the first would have passed

            client.sendLarge(rest(2 * GATHERED));
            assertThat(client.readResponse().text()).isEqualTo(String.valueOf(2 * GATHERED));
        }
    }

    @InModes
    void endsWithAClientThatLeaves(Mode mode) throws Exception {
        for (String end : List.of("close", "reset")) {
            Receiving receiving = Receiving.bytes();
            try (TestServer server = serve(mode, receiving)) {
                RawClient client = begin(server, 2 * GATHERED);
                Deadlines.await(receiving.received);
                if (end.equals("close")) {
                    client.close();
                } else {
                    client.reset();
                }

                assertThat(receiving.failure()).as(end).isInstanceOf(IOException.class);
            }
        }
    }

    @InModes
    void endsWithItsExchange(Mode mode) throws Exception {
        Receiving receiving = Receiving.bytes();
        try (TestServer server = serve(mode, receiving)) {
            begin(server, 2 * GATHERED);
            Deadlines.await(receiving.received);
            get(receiving.exchange).close();

            assertThat(receiving.failure()).isInstanceOf(IOException.class);
        }
    }

    @InModes
    void endsWhenAnotherProtocolGetsTheStream(Mode mode) throws Exception {
        Receiving receiving = Receiving.bytes();
        try (TestServer server = serve(mode, receiving)) {
            begin(server, 2 * GATHERED);
            Deadlines.await(receiving.received);
            server.settle(); // so that the loop waits for the rest

            try (EventStream open = EventStream.open(get(receiving.exchange))) {
                assertThat(receiving.failure()).isInstanceOf(IOException.class);
                assertThat(open.isOpen()).isTrue();
            }
        }
    }

    @InModes
    void endsWithItsServer(Mode mode) throws Exception {
        Receiving receiving = Receiving.bytes();
        try (TestServer server = serve(mode, receiving)) {
            begin(server, 2 * GATHERED);
            Deadlines.await(receiving.received);
            server.settle(); // so that the loop waits for the rest
        }

        assertThat(receiving.failure()).isInstanceOf(IOException.class);
    }

    @InModes
    void endsWithChunksThatBreakTheRules(Mode mode) throws Exception {
        Receiving receiving = Receiving.bytes();
        try (TestServer server = serve(mode, receiving, "ringer.maxBodySize", "100000")) {
            RawClient client = server.connect().request("POST", "/", CHUNKED);
            client.sendAsFarAsPossible("4\r\nfour\r\n" + "30000\r\n" + "x".repeat(0x30000) + "\r\n0\r\n\r\n");

            assertThat(receiving.failure()).isInstanceOf(IOException.class);
        }
    }

    @Test
    void endsWhenTheExecutorRejectsIt() throws Exception {
        AtomicBoolean full = new AtomicBoolean();
        ExecutorService pool = Executors.newCachedThreadPool();
        Receiving receiving = Receiving.bytes();
        try (TestServer server = TestServer.create(
                        Provider.RINGER,
                        Transport.CLEAR,
                        task -> {
                            if (full.get()) {
                                throw new RejectedExecutionException("full");
                            }
                            pool.execute(task);
                        },
                        Map.of())
                .handle("/", receiving)
                .start()) {
            RawClient client = begin(server, 2 * GATHERED);
            Deadlines.await(receiving.received);
            full.set(true);
            client.sendLarge(rest(2 * GATHERED));

            assertThat(get(receiving.result)).isEqualTo(String.valueOf(2 * GATHERED));
            assertThat(client.awaitEnd(Deadlines.PATIENCE)).isEqualTo(Fate.CLOSED);
        } finally {
            pool.shutdownNow();
        }
    }

    /** Such an executor must not run the application on a thread that writes files. */
    @Test
    void completesAFileWhereTheExecutorOfABusyPoolRunsIt() throws Exception {
        AtomicBoolean full = new AtomicBoolean();
        AtomicReference<String> thread = new AtomicReference<>();
        ExecutorService pool = Executors.newCachedThreadPool();
        Path file = directory.resolve("upload");
        Receiving receiving = new Receiving(exchange -> RequestBody.of(exchange)
                .toFile(file, 0)
                .whenComplete(
                        (made, failure) -> thread.set(Thread.currentThread().getName())));
        try (TestServer server = TestServer.create(
                        Provider.RINGER,
                        Transport.CLEAR,
                        task -> {
                            if (full.get()) {
                                task.run(); // as ThreadPoolExecutor.CallerRunsPolicy does
                            } else {
                                pool.execute(task);
                            }
                        },
                        Map.of())
                .handle("/", receiving)
                .start()) {
            RawClient client = begin(server, 2 * GATHERED);
            Deadlines.await(receiving.received);
            full.set(true);
            client.sendLarge(rest(2 * GATHERED));

            assertThat(get(receiving.result)).isEqualTo(file.toString());
            assertThat(thread.get()).doesNotStartWith("ringer-files");
            assertThat(client.readResponse().status()).isEqualTo(200);
        } finally {
            pool.shutdownNow();
        }
    }

    /** Another provider shows the body as a stream of its own, and so does a filter. */
    @Test
    void refusesASecondReaderOfAnyStream() throws Exception {
        CompletableFuture<HttpExchange> handled = new CompletableFuture<>();
        try (TestServer server = TestServer.create(Provider.JDK, Mode.NO_EXECUTOR)
                .handle("/", exchange -> {
                    RequestBody.of(exchange);
                    handled.complete(exchange);
                })
                .start()) {
            String type = "Content-Type: application/x-www-form-urlencoded";
            server.connect().request("POST", "/", type, "Content-Length: 3").send("a=b");
            HttpExchange exchange = get(handled);

            assertThatIllegalStateException().isThrownBy(() -> RequestBody.of(exchange));
            assertThatIllegalStateException().isThrownBy(() -> Form.receive(exchange));
            exchange.close();
        }
    }

    @InModes
    void refusesMisuse(Mode mode) throws Exception {
        CompletableFuture<Throwable> refused = new CompletableFuture<>();
        Receiving receiving = new Receiving(exchange -> {
            RequestBody body = RequestBody.of(exchange);
            assertThatIllegalArgumentException().isThrownBy(() -> body.toBytes(-1));
            assertThatIllegalStateException().isThrownBy(() -> RequestBody.of(exchange));
            CompletionStage<byte[]> first = body.toBytes(0);
            assertThatIllegalStateException().isThrownBy(body::discard);
            body.subscribe(new Collected(0) {
                @Override
                public void onError(Throwable failure) {
                    refused.complete(failure);
                }
            });
            return first;
        });
        try (TestServer server = serve(mode, receiving)) {
            assertThat(server.connect().post("/", "hello").readResponse().text())
                    .isEqualTo("5");
            assertThat(get(refused)).isInstanceOf(IllegalStateException.class);
        }
    }

    // ---- threads

    /** Twenty slow uploads leave a pool of ten with ten free threads. */
    @InModes(Mode.NO_EXECUTOR)
    void holdsNoThread() throws Exception {
        int uploads = 20;
        int threads = 10;
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        Semaphore received = new Semaphore(0);
        try (TestServer server = TestServer.create(Provider.RINGER, Transport.current(), pool, Map.of())
                .handle("/", exchange -> {
                    RequestBody.of(exchange)
                            .toBytes(0)
                            .whenComplete((bytes, failure) -> Receiving.answer(exchange, bytes, failure));
                    received.release();
                })
                .start()) {
            List<RawClient> clients = new ArrayList<>();
            for (int i = 0; i < uploads; i++) {
                clients.add(begin(server, 2 * GATHERED));
            }
            assertThat(received.tryAcquire(uploads, Deadlines.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();

            CyclicBarrier all = new CyclicBarrier(threads); // only ten threads at the same time get through
            List<Future<?>> meetings = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                meetings.add(pool.submit(() -> all.await()));
            }
            for (Future<?> meeting : meetings) {
                get(meeting);
            }

            for (RawClient client : clients) {
                client.sendLarge(rest(2 * GATHERED));
                assertThat(client.readResponse().text()).isEqualTo(String.valueOf(2 * GATHERED));
            }
        }
    }

    // ---- subscribers

    /** A subscriber that collects everything, and at first requests only so many buffers. */
    private static class Collected implements Flow.Subscriber<ByteBuffer> {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        final AtomicInteger buffers = new AtomicInteger();
        final CompletableFuture<String> end = new CompletableFuture<>();
        final CompletableFuture<Flow.Subscription> subscription = new CompletableFuture<>();
        final Semaphore next = new Semaphore(0);
        private final AtomicBoolean busy = new AtomicBoolean();
        private final long first;

        Collected(long first) {
            this.first = first;
        }

        @Override
        public void onSubscribe(Flow.Subscription made) {
            subscription.complete(made);
            if (first > 0) {
                made.request(first);
            }
        }

        @Override
        public void onNext(ByteBuffer buffer) {
            assertThat(busy.getAndSet(true)).isFalse();
            bytes.write(buffer.array(), buffer.arrayOffset() + buffer.position(), buffer.remaining());
            buffers.incrementAndGet();
            busy.set(false);
            next.release();
        }

        @Override
        public void onError(Throwable failure) {
            end.complete(failure.getClass().getSimpleName());
        }

        @Override
        public void onComplete() {
            end.complete("complete");
        }

        void awaitNext() throws InterruptedException {
            assertThat(next.tryAcquire(Deadlines.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
        }
    }

    @InModes
    void passesABodyToASubscriber(Mode mode) throws Exception {
        Collected collected = new Collected(Long.MAX_VALUE);
        try (TestServer server = serve(mode, exchange -> {
            RequestBody.of(exchange).subscribe(collected);
            collected.end.thenAccept(end -> Receiving.answer(exchange, end, null));
        })) {
            int length = 20 * GATHERED;
            RawClient client = begin(server, length);
            collected.awaitNext();
            client.sendLarge(rest(length));

            assertThat(client.readResponse().text()).isEqualTo("complete");
            assertThat(collected.bytes.toString(StandardCharsets.US_ASCII)).isEqualTo("a" + "b".repeat(length - 1));
            assertThat(client.fate()).isEqualTo(Fate.USABLE);
        }
    }

    @InModes
    void passesWhatIsHereToASubscriberAtOnce(Mode mode) throws Exception {
        Collected collected = new Collected(Long.MAX_VALUE);
        CompletableFuture<Boolean> done = new CompletableFuture<>();
        try (TestServer server = serve(mode, exchange -> {
            RequestBody.of(exchange).subscribe(collected);
            done.complete(collected.end.isDone());
            collected.end.thenAccept(end -> Receiving.answer(exchange, end, null));
        })) {
            assertThat(server.connect().post("/", "hello").readResponse().text())
                    .isEqualTo("complete");
            assertThat(get(done)).isTrue();
        }
    }

    @InModes
    void readsOnlyWhatWasRequested(Mode mode) throws Exception {
        Collected collected = new Collected(1);
        try (TestServer server = serve(mode, exchange -> {
            RequestBody.of(exchange).subscribe(collected);
            collected.end.thenAccept(end -> Receiving.answer(exchange, end, null));
        })) {
            int length = 256 * GATHERED; // more than sockets and windows hold
            RawClient client = begin(server, length);
            CompletableFuture<Void> sent = client.sendMeanwhile(rest(length));
            collected.awaitNext();
            assertThat(server.connect().fate()).isEqualTo(Fate.USABLE); // the server goes on meanwhile
            assertThat(collected.buffers).hasValue(1);
            assertThat(sent).isNotDone();

            get(collected.subscription).request(1);
            collected.awaitNext();
            assertThat(collected.buffers).hasValue(2);
            assertThat(sent).isNotDone();
            get(collected.subscription).request(Long.MAX_VALUE);

            get(sent);
            assertThat(client.readResponse().text()).isEqualTo("complete");
            assertThat(collected.bytes.size()).isEqualTo(length);
        }
    }

    @InModes
    void dropsASmallRestAfterACancellation(Mode mode) throws Exception {
        Collected collected = new Collected(1) {
            @Override
            public void onNext(ByteBuffer buffer) {
                subscription.join().cancel();
                super.onNext(buffer);
            }
        };
        CompletableFuture<HttpExchange> exchange = new CompletableFuture<>();
        try (TestServer server = serve(mode, handled -> {
            RequestBody.of(handled).subscribe(collected);
            exchange.complete(handled);
        })) {
            int length = GATHERED + 10;
            RawClient client = begin(server, length, 100);
            collected.awaitNext();
            Receiving.answer(get(exchange), "enough", null);
            assertThat(client.readResponse().text()).isEqualTo("enough");
            client.send("b".repeat(length - 100));

            assertThat(client.fate()).isEqualTo(Fate.USABLE);
            assertThat(collected.end).isNotDone();
        }
    }

    @InModes
    void tellsASubscriberThatTheClientHasLeft(Mode mode) throws Exception {
        Collected collected = new Collected(Long.MAX_VALUE);
        try (TestServer server =
                serve(mode, exchange -> RequestBody.of(exchange).subscribe(collected))) {
            RawClient client = begin(server, 2 * GATHERED);
            collected.awaitNext();
            client.reset();

            assertThat(get(collected.end)).isNotEqualTo("complete");
        }
    }

    /** The subscriber fails at its first buffer, or at the end. */
    @InModes
    void abortsTheExchangeOfASubscriberThatFails(Mode mode) throws Exception {
        for (Provider provider : providers()) {
            for (boolean atTheEnd : List.of(false, true)) {
                Collected failing = new Collected(Long.MAX_VALUE) {
                    @Override
                    public void onNext(ByteBuffer buffer) {
                        if (!atTheEnd) {
                            throw new IllegalStateException("on purpose");
                        }
                    }

                    @Override
                    public void onComplete() {
                        throw new IllegalStateException("on purpose");
                    }
                };
                try (TestServer server = TestServer.create(provider, mode)
                        .handle("/", exchange -> RequestBody.of(exchange).subscribe(failing))
                        .start()) {
                    RawClient client = server.connect().post("/", "hello");

                    assertThat(client.awaitEnd(Deadlines.PATIENCE))
                            .as(provider + ", at the end: " + atTheEnd)
                            .isEqualTo(Fate.CLOSED);
                }
            }
        }
    }

    private static List<Provider> providers() {
        boolean http2 = Transport.current() == Transport.H2 || Transport.current() == Transport.H2C;
        return http2 ? List.of(Provider.RINGER) : List.of(Provider.RINGER, Provider.JDK);
    }

    @InModes
    void passesNothingToASubscriberWithoutDemand(Mode mode) throws Exception {
        Collected collected = new Collected(0);
        try (TestServer server = serve(mode, exchange -> {
            RequestBody.of(exchange).subscribe(collected);
            collected.end.thenAccept(end -> Receiving.answer(exchange, end, null));
        })) {
            assertThat(server.connect().get("/").readResponse().text()).isEqualTo("complete");
        }
    }

    // ---- in between

    @InModes
    void worksBehindFiltersAndAuthenticators(Mode mode) throws Exception {
        Receiving receiving = Receiving.bytes();
        try (TestServer server = serve(mode, exchange -> {})) {
            var context = server.context("/guarded", receiving);
            context.getFilters().add(CompressionFilter.of());
            context.setAuthenticator(new BasicAuthenticator("realm") {
                @Override
                public boolean checkCredentials(String user, String password) {
                    return user.equals("u");
                }
            });
            int length = 2 * GATHERED;
            RawClient client = server.connect()
                    .request("POST", "/guarded", "Content-Length: " + length, "Authorization: Basic dTpw")
                    .send("a");
            Deadlines.await(receiving.received);
            client.sendLarge(rest(length));

            assertThat(client.readResponse().text()).isEqualTo(String.valueOf(length));
        }
    }

    @InModes
    void readsThroughTheStreamOfAFilter(Mode mode) throws Exception {
        Receiving receiving = Receiving.bytes();
        AtomicInteger seen = new AtomicInteger();
        try (TestServer server = serve(mode, exchange -> {})) {
            server.context("/filtered", receiving)
                    .getFilters()
                    .add(Filter.beforeHandler(
                            "counts",
                            exchange -> exchange.setStreams(
                                    new BufferedInputStream(exchange.getRequestBody()) {
                                        @Override
                                        public synchronized int read(byte[] to, int offset, int length)
                                                throws IOException {
                                            int count = super.read(to, offset, length);
                                            seen.addAndGet(Math.max(0, count));
                                            return count;
                                        }
                                    },
                                    null)));
            int length = 2 * GATHERED;
            RawClient client = server.connect()
                    .request("POST", "/filtered", "Content-Length: " + length)
                    .send("a");
            Deadlines.await(receiving.received);
            client.sendLarge(rest(length));

            assertThat(client.readResponse().text()).isEqualTo(String.valueOf(length));
            assertThat(seen).hasValue(length);
        }
    }

    @InModes
    @Over({Transport.CLEAR, Transport.TLS})
    void worksOnTheServerOfTheJdk(Mode mode) throws Exception {
        Collected collected = new Collected(Long.MAX_VALUE);
        Receiving receiving = Receiving.bytes();
        try (TestServer server = TestServer.create(Provider.JDK, mode)
                .handle("/", receiving)
                .handle("/subscribed", exchange -> {
                    RequestBody.of(exchange).subscribe(collected);
                    collected.end.thenAccept(end -> Receiving.answer(exchange, end, null));
                })
                .start()) {
            int length = 2 * GATHERED;
            RawClient client = begin(server, length);
            Deadlines.await(receiving.received);
            client.sendLarge(rest(length));
            assertThat(client.readResponse().text()).isEqualTo(String.valueOf(length));

            RawClient other = server.connect().post("/subscribed", "hello");
            assertThat(other.readResponse().text()).isEqualTo("complete");
            assertThat(collected.bytes.toString(StandardCharsets.US_ASCII)).isEqualTo("hello");
        }
    }
}
