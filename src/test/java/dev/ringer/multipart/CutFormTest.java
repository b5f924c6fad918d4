package dev.ringer.multipart;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import com.sun.net.httpserver.HttpExchange;
import dev.ringer.internal.uploads.SharedBytes;
import dev.ringer.testkit.Ability;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Fate;
import dev.ringer.testkit.Http2Client;
import dev.ringer.testkit.Http2Frame;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.OpenDescriptors;
import dev.ringer.testkit.Over;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Response;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Ends a form at each of its bytes, in every way in which forms end early. Each stage of {@link Form#receive} must
 * complete exactly once, nothing may stay on the disk or in an account, and the client must see what {@link Form#read}
 * lets it see.
 */
@Tag("outer")
@Timeout(300)
@Isolated("it counts what all forms of the JVM keep")
class CutFormTest {
    private static final String TYPE = "multipart/form-data; boundary=cut";
    private static final int THRESHOLD = 500; // bytes of a file in memory
    private static final int LARGE = 1_700; // bytes of the file on the disk
    private static final int LAST = 60; // bytes of the longest field
    private static final int BATCH = 100; // forms at a time; streams of a connection

    private static final Map<String, String> STALL =
            Map.of("ringer.bodyBuffer", "0", "ringer.bodyStallTimeout", "150 ms");

    /** About 3 KB: a field, a file in memory, an empty one, one on the disk, and another field. */
    private static final byte[] FORM = new MultipartWriter("cut")
            .part("title", null, Bodies.latin("caf\u00e9"))
            .part("small", "small.bin", random(THRESHOLD))
            .part("empty", "empty.bin", new byte[0])
            .part("large", "large.bin", random(LARGE))
            .part("last", null, Bodies.latin("x".repeat(LAST)))
            .end();

    @TempDir
    private Path directory;

    private final AtomicInteger begun = new AtomicInteger();
    private final Semaphore ended = new Semaphore(0); // a permit for each end
    /** How the form of each path and cut has ended. */
    private final Map<String, String> ends = new ConcurrentHashMap<>();

    private final Map<String, CompletableFuture<Form>> stages = new ConcurrentHashMap<>();
    private final Map<String, HttpExchange> exchanges = new ConcurrentHashMap<>();
    private IntFunction<FormOptions> optionsOfCut = cut -> FormOptions.builder()
            .directory(directory)
            .fileThresholdBytes(THRESHOLD)
            .build();
    private long memory;
    private long disk;

    private static byte[] random(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    @BeforeEach
    void countBefore() {
        memory = SharedBytes.MEMORY.taken();
        disk = SharedBytes.DISK.taken();
    }

    @AfterEach
    void nothingIsLeft() {
        Deadlines.await("memory of forms", () -> SharedBytes.MEMORY.taken() == memory);
        Deadlines.await("disk of forms", () -> SharedBytes.DISK.taken() == disk);
        Deadlines.await("an empty directory", () -> directory.toFile().list().length == 0);
        if (Ability.LINUX.isThere()) {
            assertThat(OpenDescriptors.within(directory)).isZero();
        }
    }

    // ---- the server

    private TestServer serve(Mode mode, Map<String, String> properties) throws IOException {
        return TestServer.create(Provider.RINGER, mode, properties)
                .handle("/receive", this::receive)
                .handle("/read", this::read)
                .start();
    }

    private TestServer serve(Mode mode) throws IOException {
        return serve(mode, Map.of("ringer.bodyBuffer", "0")); // handlers begin before the body has arrived
    }

    private void receive(HttpExchange exchange) {
        String name = exchange.getRequestURI().toString();
        exchanges.put(name, exchange);
        CompletableFuture<Form> stage =
                Form.receive(exchange, optionsOf(exchange)).toCompletableFuture();
        stages.put(name, stage);
        stage.whenComplete((form, failure) -> answer(exchange, form, failure));
        begun.incrementAndGet();
    }

    private void read(HttpExchange exchange) {
        begun.incrementAndGet();
        try {
            answer(exchange, Form.read(exchange, optionsOf(exchange)), null);
        } catch (IOException failure) {
            answer(exchange, null, failure);
        }
    }

    private FormOptions optionsOf(HttpExchange exchange) {
        return optionsOfCut.apply(Integer.parseInt(exchange.getRequestURI().getQuery()));
    }

    private void answer(HttpExchange exchange, Form form, Throwable failure) {
        String end = form != null
                ? "form of " + form.entries().size()
                : failure.toString().replaceAll("ringer-forms-\\S*", "ringer-forms"); // the rest is random
        String earlier = ends.put(exchange.getRequestURI().toString(), end);
        assertThat(earlier).as("an earlier end of the same form").isNull();
        try (exchange;
                form) {
            exchange.sendResponseHeaders(
                    form != null ? 201 : failure instanceof FormException e ? e.status() : 400, -1);
        } catch (IOException gone) {
            // the client has gone
        } finally {
            ended.release();
        }
    }

    // ---- the clients

    private static String head(String path, String framing) {
        return "POST " + path + " HTTP/1.1\r\nHost: test\r\nContent-Type: " + TYPE + "\r\n" + framing + "\r\n\r\n";
    }

    private static String wholeHead(String path) {
        return head(path, "Content-Length: " + FORM.length);
    }

    private static byte[] until(int cut) {
        return Arrays.copyOf(FORM, cut);
    }

    private static byte[] joined(byte[] first, byte[] second) {
        byte[] all = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, all, first.length, second.length);
        return all;
    }

    /** Opens a connection, and sends a form up to its cut: together with the head, or after its handler has begun. */
    private RawClient begin(TestServer server, String path, int cut, boolean later) throws IOException {
        RawClient client = RawClient.connect(server.port(), server.transport());
        byte[] head = Bodies.latin(wholeHead(path + '?' + cut));
        if (!later) {
            return client.send(joined(head, until(cut)));
        }
        int before = begun.get();
        client.send(head);
        awaitBegun(before + 1);
        return client.send(until(cut));
    }

    private void awaitBegun(int count) {
        Deadlines.await(() -> "handlers: " + begun + " of " + count, () -> begun.get() >= count);
    }

    private void awaitEnded() {
        Deadlines.await(
                () -> "ends: " + ended.availablePermits() + " of " + begun,
                () -> ended.availablePermits() == begun.get());
    }

    /** Reads a response, but for its date, and then tries the connection. */
    private static String answerAndFate(RawClient client) throws IOException {
        Response response = client.readResponse();
        Fate fate = client.fate();
        return response.statusLine() + ' ' + response.value("Connection") + ' ' + response.text() + ' ' + fate;
    }

    /** Begins each form, waits until the server has what was sent, and lets {@code end} end it. */
    private void cutEverywhere(TestServer server, boolean later, End end) throws Exception {
        for (int from = 0; from < FORM.length; from += BATCH) {
            List<RawClient> clients = new ArrayList<>();
            int to = Math.min(FORM.length, from + BATCH);
            int before = begun.get();
            for (int cut = from; cut < to; cut++) {
                clients.add(begin(server, "/receive", cut, later));
            }
            awaitBegun(before + to - from);
            server.settle();
            for (int cut = from; cut < to; cut++) {
                end.end(clients.get(cut - from), "/receive?" + cut);
            }
            awaitEnded();
            for (RawClient client : clients) {
                client.close();
            }
        }
        assertThat(ends).hasSize(FORM.length);
        assertThat(ends.values()).noneMatch(how -> how.startsWith("form"));
        Deadlines.await("the server's account", () -> server.memory().taken() == 0);
    }

    private interface End {
        void end(RawClient client, String path) throws IOException;
    }

    // ---- the client ends

    @InModes({Mode.CACHED_POOL, Mode.LOOPS})
    void leavesNothingOfAFormWhoseConnectionIsReset(Mode mode) throws Exception {
        try (TestServer server = serve(mode)) {
            cutEverywhere(server, false, (client, path) -> client.reset());
            ends.clear();
            cutEverywhere(server, true, (client, path) -> client.reset());
        }
    }

    @InModes(Mode.CACHED_POOL)
    void treatsAnEarlyEndOfTheConnectionAsAHandlerWould(Mode mode) throws Exception {
        endEarly(mode, 1);
    }

    @InModes(Mode.CACHED_POOL)
    @Over(Transport.TLS)
    void treatsAnEarlyEndOfTlsAsAHandlerWould(Mode mode) throws Exception {
        endEarly(mode, 100); // handshakes take long
    }

    private void endEarly(Mode mode, int stepOfRead) throws IOException {
        try (TestServer server = serve(mode)) {
            String expected = null;
            for (int cut = 0; cut < FORM.length; cut++) {
                expected = cut % stepOfRead == 0 ? endEarly(server, "/read", cut, false) : expected;
                assertThat(endEarly(server, "/receive", cut, cut % 2 == 1))
                        .as("cut at %d", cut)
                        .isEqualTo(expected);
            }
            awaitEnded();
            assertEndsAreEqual(stepOfRead);
            Deadlines.await("the server's account", () -> server.memory().taken() == 0);
        }
    }

    private String endEarly(TestServer server, String path, int cut, boolean later) throws IOException {
        try (RawClient client = begin(server, path, cut, later).halfClose()) {
            return client.readToEnd().replaceAll("(?i)date:.*", "");
        }
    }

    /** Every form must have been received, and each one that a handler has read, too, must have ended in the same way. */
    private void assertEndsAreEqual(int stepOfRead) {
        for (int cut = 0; cut < FORM.length; cut++) {
            String end = ends.get("/receive?" + cut);
            assertThat(end).as("cut at %d", cut).isNotNull();
            if (cut % stepOfRead == 0) {
                assertThat(end).as("cut at %d", cut).isEqualTo(ends.get("/read?" + cut));
            }
        }
    }

    /** The body ends early, or its framing breaks: with the last chunk, or with nonsense instead of a chunk. */
    @InModes(Mode.LOOPS)
    void treatsAnEarlyEndOfTheBodyAsAHandlerWould(Mode mode) throws Exception {
        try (TestServer server = serve(mode)) {
            for (String end : List.of("0\r\n\r\n", "nonsense\r\n")) {
                ends.clear();
                for (int cut = 1; cut < FORM.length; cut++) {
                    String chunk = Integer.toHexString(cut) + "\r\n";
                    byte[] first = joined(Bodies.latin(chunk), until(cut));
                    byte[] rest = Bodies.latin("\r\n" + end);
                    assertSameAnswer(server, cut, first, rest, false);
                    assertSameAnswer(server, cut + FORM.length, first, rest, true);
                }
                awaitEnded();
            }
            Deadlines.await("the server's account", () -> server.memory().taken() == 0);
        }
    }

    /** Sends the same chunked body to both handlers. Both must give the same answer, and leave the same connection. */
    private void assertSameAnswer(TestServer server, int name, byte[] first, byte[] rest, boolean later)
            throws IOException {
        String read = answer(server, "/read?" + name, first, rest, false);
        assertThat(answer(server, "/receive?" + name, first, rest, later))
                .as("cut at %d", name % FORM.length)
                .isEqualTo(read);
        assertThat(ends.get("/receive?" + name)).isNotNull().isEqualTo(ends.get("/read?" + name));
    }

    private String answer(TestServer server, String path, byte[] first, byte[] rest, boolean later) throws IOException {
        try (RawClient client = RawClient.connect(server.port(), server.transport())) {
            byte[] begin = joined(Bodies.latin(head(path, "Transfer-Encoding: chunked")), first);
            if (later) {
                int before = begun.get();
                client.send(begin);
                awaitBegun(before + 1);
                client.sendAsFarAsPossible(rest);
            } else {
                client.send(joined(begin, rest));
            }
            String answer = answerAndFate(client);
            awaitEnded();
            return answer;
        }
    }

    // ---- HTTP/2

    /** Opens a connection, and sends a form on each stream, up to its cut. */
    private Http2Client begin(TestServer server, String path, int from, int to, String... fields) throws IOException {
        Http2Client client = Http2Client.open(server);
        int before = begun.get();
        List<String> all = new ArrayList<>(List.of("content-type", TYPE));
        all.addAll(List.of(fields));
        for (int cut = from; cut < to; cut++) {
            client.head(stream(cut - from), "POST", path + '?' + cut, all.toArray(String[]::new));
            if (cut % 2 == 0) {
                client.send(Http2Frame.DATA, 0, stream(cut - from), until(cut));
            }
        }
        awaitBegun(before + to - from);
        for (int cut = from; cut < to; cut++) {
            if (cut % 2 == 1) { // now that the handler has returned
                client.send(Http2Frame.DATA, 0, stream(cut - from), until(cut));
            }
        }
        client.ping("settled!").await(Http2Frame.PING);
        return client;
    }

    private static int stream(int index) {
        return 2 * index + 1;
    }

    private void assertUsable(Http2Client client) throws IOException {
        int next = stream(BATCH);
        assertThat(client.get(next, "/absent").answer(next).status()).isEqualTo(404);
    }

    private interface EndOfStreams {
        void end(Http2Client client, int from, int to) throws IOException;
    }

    private void cutEverywhere(TestServer server, EndOfStreams end) throws IOException {
        for (int from = 0; from < FORM.length; from += BATCH) {
            int to = Math.min(FORM.length, from + BATCH);
            try (Http2Client client = begin(server, "/receive", from, to)) {
                end.end(client, from, to);
                awaitEnded();
            }
        }
        assertThat(ends).hasSize(FORM.length);
        Deadlines.await("the server's account", () -> server.memory().taken() == 0);
    }

    @InModes(Mode.LOOPS)
    @Over({Transport.H2C, Transport.H2})
    void leavesNothingOfAStreamThatIsReset(Mode mode) throws Exception {
        try (TestServer server = serve(mode)) {
            cutEverywhere(server, (client, from, to) -> {
                for (int cut = from; cut < to; cut++) {
                    client.reset(stream(cut - from));
                }
                assertUsable(client);
            });
        }
        assertThat(ends.values()).noneMatch(how -> how.startsWith("form"));
    }

    @InModes(Mode.CACHED_POOL)
    @Over({Transport.H2C, Transport.H2})
    void leavesNothingOfStreamsWhoseClientGoesAway(Mode mode) throws Exception {
        try (TestServer server = serve(mode)) {
            cutEverywhere(server, (client, from, to) -> {
                client.send(Http2Frame.GOAWAY, 0, 0, new byte[8]);
                client.close();
            });
        }
        assertThat(ends.values()).noneMatch(how -> how.startsWith("form"));
    }

    @InModes(Mode.LOOPS)
    @Over(Transport.H2C)
    void receivesTheRestOfAFormAfterTheGoAwayOfItsClient(Mode mode) throws Exception {
        try (TestServer server = serve(mode)) {
            cutEverywhere(server, (client, from, to) -> {
                client.send(Http2Frame.GOAWAY, 0, 0, new byte[8]);
                for (int cut = from; cut < to; cut++) {
                    byte[] rest = Arrays.copyOfRange(FORM, cut, FORM.length);
                    client.send(Http2Frame.DATA, Http2Frame.END_STREAM, stream(cut - from), rest);
                }
                for (int cut = from; cut < to; cut++) {
                    assertThat(client.answer(stream(cut - from)).status()).isEqualTo(201);
                }
            });
        }
        assertThat(ends.values()).allMatch("form of 5"::equals);
    }

    /** The streams end early, without a Content-Length and against it. */
    @InModes(Mode.CACHED_POOL)
    @Over(Transport.H2C)
    void treatsAnEarlyEndOfTheStreamAsAHandlerWould(Mode mode) throws Exception {
        try (TestServer server = serve(mode)) {
            for (String[] fields : new String[][] {{"content-length", Integer.toString(FORM.length)}, {}}) {
                ends.clear();
                for (int from = 0; from < FORM.length; from += BATCH) {
                    int to = Math.min(FORM.length, from + BATCH);
                    List<String> read = endStreams(server, "/read", from, to, fields);
                    assertThat(endStreams(server, "/receive", from, to, fields)).isEqualTo(read);
                }
                awaitEnded();
                assertThat(ends).hasSize(2 * FORM.length);
            }
            assertEndsAreEqual(1);
            Deadlines.await("the server's account", () -> server.memory().taken() == 0);
        }
    }

    private List<String> endStreams(TestServer server, String path, int from, int to, String... fields)
            throws IOException {
        List<String> answers = new ArrayList<>();
        try (Http2Client client = begin(server, path, from, to, fields)) {
            for (int cut = from; cut < to; cut++) {
                client.send(Http2Frame.DATA, Http2Frame.END_STREAM, stream(cut - from), new byte[0]);
            }
            for (int cut = from; cut < to; cut++) {
                var answer = client.answer(stream(cut - from));
                answers.add(cut + ": " + answer.status() + ' ' + answer.resetCode());
            }
            assertUsable(client);
        }
        return answers;
    }

    // ---- time limits

    @InModes(Mode.CACHED_POOL)
    void treatsAClientThatStallsAsAHandlerWould(Mode mode) throws Exception {
        try (TestServer server = serve(mode, STALL)) {
            for (int from = 0; from < FORM.length; from += BATCH) {
                awaitLimits(server, from, Math.min(FORM.length, from + BATCH), 1);
            }
            assertEndsAreEqual(1);
            assertThat(ends.values()).allMatch(how -> how.contains("stopped arriving"));
            Deadlines.await("the server's account", () -> server.memory().taken() == 0);
        }
    }

    @InModes(Mode.CACHED_POOL)
    @Over(Transport.H2C)
    void treatsAStreamThatStallsAsAHandlerWould(Mode mode) throws Exception {
        try (TestServer server = serve(mode, STALL)) {
            for (int from = 0; from < FORM.length; from += BATCH) {
                int to = Math.min(FORM.length, from + BATCH);
                for (String path : List.of("/receive", "/read")) {
                    try (Http2Client client = begin(server, path, from, to)) {
                        assertRefused(client, from, to);
                    }
                }
            }
            awaitEnded();
            assertEndsAreEqual(1);
            assertThat(ends.values()).allMatch(how -> how.contains("stopped arriving"));
            Deadlines.await("the server's account", () -> server.memory().taken() == 0);
        }
    }

    /** Waits for all responses. The connection must be usable then. */
    private void assertRefused(Http2Client client, int from, int to) throws IOException {
        for (int cut = from; cut < to; cut++) {
            assertThat(client.answer(stream(cut - from)).status()).isEqualTo(400);
        }
        assertUsable(client);
    }

    /** The server measures a rate for 30 seconds, so all forms of both protocols arrive at once. */
    @InModes(Mode.CACHED_POOL)
    void treatsAClientThatIsTooSlowAsAHandlerWould(Mode mode) throws Exception {
        Map<String, String> properties = Map.of(
                "ringer.bodyBuffer", "0",
                "ringer.bodyStallTimeout", "0",
                "ringer.minBodyRate", "1000",
                "ringer.http2", "on");
        try (TestServer server = serve(mode, properties)) {
            List<Http2Client> multiplexed = new ArrayList<>();
            for (int from = 0; from < FORM.length; from += BATCH) {
                multiplexed.add(begin(server, "/receive/2", from, Math.min(FORM.length, from + BATCH)));
            }
            int step = 100; // a handler that reads occupies a thread
            awaitLimits(server, 0, FORM.length, step);
            assertEndsAreEqual(step);
            assertThat(ends.values()).allMatch(ends.get("/read?0")::equals);
            for (int from = 0; from < FORM.length; from += BATCH) {
                try (Http2Client client = multiplexed.get(from / BATCH)) {
                    assertRefused(client, from, Math.min(FORM.length, from + BATCH));
                }
            }
            Deadlines.await("the server's account", () -> server.memory().taken() == 0);
        }
    }

    /** Opens a connection for each form, and waits until the server answers, because its time limit has passed. */
    private void awaitLimits(TestServer server, int from, int to, int stepOfRead) throws Exception {
        List<RawClient> receives = new ArrayList<>();
        List<RawClient> reads = new ArrayList<>();
        for (int cut = from; cut < to; cut++) {
            receives.add(begin(server, "/receive", cut, false));
            if ((cut - from) % stepOfRead == 0) {
                reads.add(begin(server, "/read", cut, false));
            }
        }
        int count = begun.get();
        assertThat(ended.tryAcquire(count, 2, TimeUnit.MINUTES)).as("all ends").isTrue();
        ended.release(count);
        String expected = null;
        reads.addAll(receives);
        for (RawClient client : reads) {
            String answer = answerAndFate(client);
            expected = expected == null ? answer : expected;
            assertThat(answer).isEqualTo(expected);
            client.close();
        }
    }

    // ---- the server ends

    @InModes(Mode.LOOPS)
    @Over({Transport.CLEAR, Transport.H2C})
    void leavesNothingOfAFormThatTheApplicationCancels(Mode mode) throws Exception {
        try (TestServer server = serve(mode)) {
            cutEverywhere(server, true, (client, path) -> stages.get(path).cancel(false));
        }
    }

    @InModes(Mode.CACHED_POOL)
    @Over({Transport.CLEAR, Transport.H2C})
    void leavesNothingOfAFormWhoseExchangeIsClosed(Mode mode) throws Exception {
        try (TestServer server = serve(mode)) {
            cutEverywhere(server, true, (client, path) -> exchanges.get(path).close());
        }
    }

    @InModes(Mode.LOOPS)
    @Over({Transport.CLEAR, Transport.H2C})
    void leavesNothingOfFormsWhoseServerStops(Mode mode) throws Exception {
        List<RawClient> clients = new ArrayList<>();
        try (TestServer server = serve(mode)) {
            for (int cut = 0; cut < FORM.length; cut++) {
                clients.add(begin(server, "/receive", cut, false));
            }
            awaitBegun(FORM.length);
            server.server().stop(0);
            awaitEnded();
        }
        assertThat(ends).hasSize(FORM.length);
        for (RawClient client : clients) {
            client.close();
        }
    }

    // ---- limits and the disk

    private FormOptions.Builder options() {
        return FormOptions.builder().directory(directory).fileThresholdBytes(THRESHOLD);
    }

    @InModes(Mode.CACHED_POOL)
    void refusesWhatAHandlerWouldRefuse(Mode mode) throws Exception {
        try (TestServer server = serve(mode)) {
            endEverywhere(server, FORM.length, most -> options().maxTotalBytes(most));
            endEverywhere(server, LARGE, most -> options().maxFileBytes(most));
            endEverywhere(server, LAST, most -> options().maxFieldBytes(most));
            endEverywhere(server, LAST, most -> options().maxMemoryBytes(most));
        }
    }

    @InModes(Mode.CACHED_POOL)
    @Over({Transport.CLEAR, Transport.H2C})
    void refusesAFileForWhichTheDiskHasNoRoom(Mode mode) throws Exception {
        try (TestServer server = serve(mode)) {
            endEverywhere(server, LARGE, most -> options().maxDiskBytesOfAll(disk + most));
        }
    }

    /** The first byte on the disk may be each byte of the file. */
    @InModes(Mode.LOOPS)
    void failsIfTheDirectoryCannotBeWritten(Mode mode) throws Exception {
        Path absent = directory.resolve("absent");
        try (TestServer server = serve(mode)) {
            endEverywhere(server, LARGE, most -> options().directory(absent).fileThresholdBytes(most));
        }
    }

    /** The disk gets full at each byte of the file. */
    @InModes(Mode.CACHED_POOL)
    @Over({Transport.CLEAR, Transport.H2C})
    void leavesNothingOnADiskThatGetsFull(Mode mode) throws Exception {
        try (TestServer server = serve(mode)) {
            for (int most = 1; most < LARGE; most++) {
                Configuration full = Configuration.unix().toBuilder()
                        .setBlockSize(1)
                        .setMaxSize(most)
                        .build();
                try (FileSystem small = Jimfs.newFileSystem(full)) {
                    Path root = small.getPath("/work");
                    optionsOfCut = name -> options().directory(root).build();
                    endAt(server, most);
                    assertThat(ends.get("/receive?" + most)).contains("out of disk space");
                    try (Stream<Path> files = Files.list(root)) {
                        assertThat(files).isEmpty();
                    }
                    FileStore store = small.getFileStores().iterator().next();
                    assertThat(store.getUnallocatedSpace()).isEqualTo(most);
                }
            }
        }
    }

    /** Lets a limit of each value from 1 on end the form. */
    private void endEverywhere(TestServer server, int end, IntFunction<FormOptions.Builder> limited) throws Exception {
        ends.clear();
        optionsOfCut = name -> limited.apply(name % FORM.length).build();
        for (int most = 1; most < end; most++) {
            endAt(server, most);
            assertThat(ends.get("/receive?" + most)).doesNotStartWith("form");
        }
        Deadlines.await("the server's account", () -> server.memory().taken() == 0);
    }

    /** Sends a form that a limit ends, at once and in two parts, so that the loop and file threads get to the limit. */
    private void endAt(TestServer server, int most) throws IOException {
        byte[] chunk = Bodies.latin(Integer.toHexString(FORM.length) + "\r\n");
        byte[] first = joined(chunk, until(most));
        byte[] rest = joined(Arrays.copyOfRange(FORM, most, FORM.length), Bodies.latin("\r\n0\r\n\r\n"));
        assertSameAnswer(server, most, first, rest, true);
        if (most % 10 == 0) {
            assertSameAnswer(server, most + FORM.length, first, rest, false);
        }
    }
}
