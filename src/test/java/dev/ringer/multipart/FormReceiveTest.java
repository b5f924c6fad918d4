package dev.ringer.multipart;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.ringer.files.CompressionFilter;
import dev.ringer.internal.uploads.SharedBytes;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Fate;
import dev.ringer.testkit.Http2Client;
import dev.ringer.testkit.Http2Frame;
import dev.ringer.testkit.Http2Servers;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Over;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Ring;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Tests forms that arrive after their handler has returned: they become the same as those that a handler reads. */
@Timeout(300)
@Isolated("it counts what all forms of the JVM keep")
@Over({Transport.CLEAR, Transport.TLS, Transport.H2C, Transport.H2})
class FormReceiveTest {
    private static final String URL_ENCODED = "application/x-www-form-urlencoded";
    /** Handlers begin before the body has arrived. */
    private static final Map<String, String> UNGATHERED = Map.of("ringer.bodyBuffer", "0");

    @TempDir
    private Path directory;

    private long memory;
    private long disk;

    @BeforeEach
    void countBefore() {
        memory = SharedBytes.MEMORY.taken();
        disk = SharedBytes.DISK.taken();
    }

    @AfterEach
    void nothingIsLeft() {
        // not more than before; less, if another test gave something back meanwhile
        Deadlines.await("memory of forms", () -> SharedBytes.MEMORY.taken() <= memory);
        Deadlines.await("disk of forms", () -> SharedBytes.DISK.taken() <= disk);
        Deadlines.await("an empty directory", () -> directory.toFile().list().length == 0);
    }

    /** Receives forms, and answers with their content, or with the status of the exception. */
    private static final class Receiving implements HttpHandler {
        final BlockingQueue<Object> results = new LinkedBlockingQueue<>();
        final AtomicInteger completions = new AtomicInteger();
        final Semaphore begun = new Semaphore(0);
        private final FormOptions options;

        Receiving(FormOptions options) {
            this.options = options;
        }

        @Override
        public void handle(HttpExchange exchange) {
            Form.receive(exchange, options).whenComplete((form, failure) -> {
                completions.incrementAndGet();
                answer(exchange, form, failure);
                results.add(failure == null ? "form" : failure);
            });
            begun.release();
        }

        /** Waits until the stage of a form exists: the server calls no handler for a stream that is reset before. */
        void awaitBegin() throws InterruptedException {
            assertThat(begun.tryAcquire(Deadlines.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .as("a call of the handler in time")
                    .isTrue();
        }

        void read(HttpExchange exchange) {
            Form form = null;
            Throwable failure = null;
            try {
                form = Form.read(exchange, options);
            } catch (IOException e) {
                failure = e;
            }
            answer(exchange, form, failure);
        }

        private static void answer(HttpExchange exchange, Form form, Throwable failure) {
            try (form) {
                if (failure instanceof FormException e) {
                    exchange.sendResponseHeaders(e.status(), -1);
                } else if (failure != null) {
                    exchange.sendResponseHeaders(400, -1);
                } else {
                    Http2Servers.respond(exchange, describe(form));
                }
            } catch (IOException gone) {
                exchange.close();
            }
        }

        private static String describe(Form form) throws IOException {
            StringBuilder text = new StringBuilder();
            for (FormEntry entry : form.entries()) {
                if (entry instanceof FormField field) {
                    text.append(field.name()).append('=').append(field.text().hashCode());
                } else if (entry instanceof FormFile file) {
                    byte[] content;
                    try (InputStream in = file.stream()) { // Windows deletes no file that is still open
                        content = in.readAllBytes();
                    }
                    text.append(file.name()).append('@').append(file.fileName());
                    text.append(content.length).append(':').append(Arrays.hashCode(content));
                }
                text.append('\n');
            }
            return text.toString();
        }

        Object next() throws InterruptedException {
            Object result = results.poll(Deadlines.PATIENCE.toSeconds(), TimeUnit.SECONDS);
            assertThat(result).as("a result in time").isNotNull();
            return result;
        }
    }

    private FormOptions.Builder options() {
        return FormOptions.builder().directory(directory);
    }

    private TestServer serve(Mode mode, Receiving receiving, Map<String, String> properties) throws IOException {
        return TestServer.create(Provider.RINGER, mode, properties)
                .handle("/receive", receiving)
                .handle("/read", receiving::read)
                .start();
    }

    private static String head(String path, String type, long length) {
        String framing = length < 0 ? "Transfer-Encoding: chunked" : "Content-Length: " + length;
        return "POST " + path + " HTTP/1.1\r\nHost: test\r\nContent-Type: " + type + "\r\n" + framing + "\r\n\r\n";
    }

    private static byte[] random(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    /** Forms of every kind, by their content type and a name. */
    private static Map<byte[], String> forms() {
        Map<byte[], String> forms = new LinkedHashMap<>();
        forms.put(Bodies.field("a", "hello"), Bodies.TYPE);
        forms.put(Bodies.latin("a=b&c=%C3%A4&_charset_=utf-8"), URL_ENCODED);
        forms.put(Bodies.latin("a=" + "b".repeat(300_000)), URL_ENCODED);
        forms.put(new MultipartWriter("B").part("f", "small.txt", random(700)).end(), Bodies.TYPE);
        forms.put(new MultipartWriter("B").part("f", "edge.bin", random(1024)).end(), Bodies.TYPE);
        forms.put(new MultipartWriter("B").part("f", "over.bin", random(1025)).end(), Bodies.TYPE);
        forms.put(
                new MultipartWriter("B")
                        .part("a", "1.bin", random(5_000))
                        .part("b", "2.bin", random(10))
                        .part("c", "3.bin", random(700_000))
                        .part("d", "4.bin", new byte[0])
                        .end(),
                Bodies.TYPE);
        return forms;
    }

    // ---- what arrives

    @InModes
    void receivesWhatAHandlerWouldRead(Mode mode) throws Exception {
        Receiving receiving = new Receiving(options().fileThresholdBytes(1024).build());
        Random random = new Random(50);
        try (TestServer server = serve(mode, receiving, UNGATHERED)) {
            for (Map.Entry<byte[], String> each : forms().entrySet()) {
                byte[] body = each.getKey();
                RawClient client = server.connect();
                String expected = client.send(head("/read", each.getValue(), body.length))
                        .sendLarge(body)
                        .readResponse()
                        .text();
                assertThat(expected).isNotEmpty();
                for (int most : new int[] {body.length, 5_000, 700}) {
                    client.send(head("/receive", each.getValue(), body.length));
                    for (int from = 0, to; from < body.length; from = to) {
                        to = Math.min(body.length, from + 1 + random.nextInt(most));
                        client.sendLarge(Arrays.copyOfRange(body, from, to));
                    }
                    assertThat(client.readResponse().text()).isEqualTo(expected);
                }
                client.send(head("/receive", each.getValue(), -1));
                for (int from = 0; from < body.length; from += 3_000) {
                    byte[] part = Arrays.copyOfRange(body, from, Math.min(body.length, from + 3_000));
                    client.send(Integer.toHexString(part.length) + "\r\n")
                            .send(part)
                            .send("\r\n");
                }
                assertThat(client.send("0\r\n\r\n").readResponse().text()).isEqualTo(expected);
                assertThat(client.fate()).isEqualTo(Fate.USABLE);
            }
        }
    }

    @InModes
    void receivesAGatheredFormAtOnce(Mode mode) throws Exception {
        CompletableFuture<Boolean> done = new CompletableFuture<>();
        try (TestServer server = TestServer.create(Provider.RINGER, mode)
                .handle("/", exchange -> {
                    var stage = Form.receive(exchange).toCompletableFuture();
                    done.complete(stage.isDone());
                    stage.whenComplete((form, failure) -> Receiving.answer(exchange, form, failure));
                })
                .start()) {
            byte[] body = Bodies.field("a", "hello");
            server.connect()
                    .send(head("/", Bodies.TYPE, body.length))
                    .send(body)
                    .readResponse();

            assertThat(done.get(20, TimeUnit.SECONDS)).isTrue();
        }
    }

    @InModes
    void worksBehindACompressionFilter(Mode mode) throws Exception {
        Receiving receiving = new Receiving(options().build());
        try (TestServer server = serve(mode, receiving, UNGATHERED)) {
            server.context("/compressed", receiving).getFilters().add(CompressionFilter.of());
            byte[] body =
                    new MultipartWriter("B").part("f", "f", random(200_000)).end();
            RawClient client = server.connect().send(head("/compressed", Bodies.TYPE, body.length));

            assertThat(client.sendLarge(body).readResponse().text()).startsWith("f@f200000:");
        }
    }

    @InModes
    @Over({Transport.CLEAR, Transport.TLS})
    void worksOnTheServerOfTheJdk(Mode mode) throws Exception {
        Receiving receiving = new Receiving(options().fileThresholdBytes(1024).build());
        try (TestServer server = TestServer.create(Provider.JDK, mode)
                .handle("/receive", receiving)
                .start()) {
            byte[] body =
                    new MultipartWriter("B").part("f", "f", random(200_000)).end();
            RawClient client = server.connect().send(head("/receive", Bodies.TYPE, body.length));

            assertThat(client.sendLarge(body).readResponse().text()).startsWith("f@f200000:");
        }
    }

    // ---- what is refused

    @InModes
    void refusesWhatAHandlerWouldRefuse(Mode mode) throws Exception {
        byte[] file = new MultipartWriter("B").part("f", "f", random(30_000)).end();
        Map<FormOptions, Integer> limits = new LinkedHashMap<>();
        limits.put(options().maxTotalBytes(10_000).build(), 413);
        limits.put(options().maxFileBytes(10_000).build(), 413);
        limits.put(options().maxParts(1).maxFieldBytes(1).maxFileBytes(1).build(), 413);
        limits.put(options().fileThresholdBytes(10).maxDiskBytesOfAll(20_000).build(), 503);
        limits.put(
                options()
                        .fileThresholdBytes(10)
                        .directory(directory.resolve("absent"))
                        .build(),
                400);
        for (Map.Entry<FormOptions, Integer> each : limits.entrySet()) {
            Receiving receiving = new Receiving(each.getKey());
            try (TestServer server = serve(mode, receiving, UNGATHERED);
                    RawClient client = server.connect().send(head("/receive", Bodies.TYPE, -1))) {
                client.sendAsFarAsPossible(Bodies.latin(Integer.toHexString(file.length) + "\r\n"));
                client.sendAsFarAsPossible(file).sendAsFarAsPossible("\r\n0\r\n\r\n");

                assertThat(client.readResponse().status()).isEqualTo(each.getValue());
                receiving.next();
                assertThat(receiving.completions).hasValue(1);
            }
        }
        Receiving receiving = new Receiving(options().build());
        try (TestServer server = serve(mode, receiving, UNGATHERED)) {
            assertThat(server.connect()
                            .post("/receive", "x", "Content-Type: text/plain")
                            .readResponse()
                            .status())
                    .isEqualTo(415);
            assertThat(server.connect()
                            .post("/receive", "x", "Content-Type: " + Bodies.TYPE, "Content-Encoding: gzip")
                            .readResponse()
                            .value("Accept-Encoding"))
                    .hasValue("identity");
        }
    }

    @InModes
    void dropsAFormThatTheApplicationHasCancelled(Mode mode) throws Exception {
        CountDownLatch cancelled = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        FormOptions onDisk = options().fileThresholdBytes(10).build();
        try (TestServer server = TestServer.create(Provider.RINGER, mode, UNGATHERED)
                .handle("/", exchange -> {
                    var stage = Form.receive(exchange, onDisk).toCompletableFuture();
                    stage.cancel(false);
                    cancelled.countDown();
                    Receiving.answer(exchange, null, new IOException("cancelled"));
                    over.countDown();
                })
                .start()) {
            byte[] body = new MultipartWriter("B").part("f", "f", random(3_000)).end();
            RawClient client = server.connect().send(head("/", Bodies.TYPE, body.length));
            client.send(Arrays.copyOf(body, 2_000));
            Deadlines.await(over);
            assertThat(client.readResponse().status()).isEqualTo(400);
        }
    }

    // ---- cuts

    private static byte[] threeKilobytes() {
        byte[] body = new MultipartWriter("B").part("f", "f.bin", random(2_600)).end();
        byte[] field = Bodies.latin("--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nhello\r\n");
        byte[] whole = Arrays.copyOf(field, field.length + body.length);
        System.arraycopy(body, 0, whole, field.length, body.length);
        return whole;
    }

    private static List<Integer> cuts(int length) {
        List<Integer> cuts = new ArrayList<>();
        for (int cut = 0; cut < length; cut += Ring.choose(101, 7)) {
            cuts.add(cut);
        }
        return cuts;
    }

    @InModes(inTurn = true)
    void leavesNothingOfAFormWhoseClientResets(Mode mode) throws Exception {
        Receiving receiving = new Receiving(options().fileThresholdBytes(500).build());
        byte[] body = threeKilobytes();
        List<Integer> cuts = cuts(body.length);
        try (TestServer server = serve(mode, receiving, UNGATHERED)) {
            for (int cut : cuts) {
                RawClient client = server.connect().send(head("/receive", Bodies.TYPE, body.length));
                client.send(Arrays.copyOf(body, cut));
                server.settle();
                client.reset();
            }
            server.settle();
            Deadlines.await("all stages", () -> receiving.completions.get() == receiving.results.size());
        }
        for (Object result : receiving.results) {
            assertThat(result).isInstanceOf(IOException.class);
        }
        assertThat(receiving.completions.get()).isLessThanOrEqualTo(cuts.size());
    }

    @InModes(inTurn = true)
    @Over({Transport.CLEAR, Transport.TLS})
    void treatsAClientThatEndsEarlyAsAHandlerWould(Mode mode) throws Exception {
        Receiving receiving = new Receiving(options().fileThresholdBytes(500).build());
        byte[] body = threeKilobytes();
        try (TestServer server = serve(mode, receiving, UNGATHERED)) {
            for (int cut : cuts(body.length)) {
                List<String> answers = new ArrayList<>();
                for (String path : List.of("/read", "/receive")) {
                    try (RawClient client = server.connect().send(head(path, Bodies.TYPE, body.length))) {
                        client.send(Arrays.copyOf(body, cut)).halfClose();
                        answers.add(client.readToEnd().replaceAll("(?i)date:.*", ""));
                    }
                }
                assertThat(answers.get(1)).as("cut at %d", cut).isEqualTo(answers.get(0));
                assertThat(receiving.next()).isInstanceOf(IOException.class);
            }
        }
    }

    @InModes(inTurn = true)
    @Over({Transport.H2C, Transport.H2})
    void leavesNothingOfAStreamThatIsReset(Mode mode) throws Exception {
        Receiving receiving = new Receiving(options().fileThresholdBytes(500).build());
        byte[] body = threeKilobytes();
        try (TestServer server = serve(mode, receiving, UNGATHERED)) {
            for (int cut : cuts(body.length)) {
                try (Http2Client client = Http2Client.open(server)) {
                    client.head(1, "POST", "/receive", "content-type", Bodies.TYPE);
                    client.send(Http2Frame.DATA, 0, 1, Arrays.copyOf(body, cut));
                    client.ping("settled!").await(Http2Frame.PING);
                    receiving.awaitBegin();
                    client.reset(1).ping("settled!").await(Http2Frame.PING);
                    assertThat(receiving.next()).isInstanceOf(IOException.class);
                    assertThat(client.get(3, "/absent").answer(3).status()).isEqualTo(404);
                }
            }
        }
    }

    @InModes(inTurn = true)
    void leavesNothingOfAFormWhoseClientStalls(Mode mode) throws Exception {
        Receiving receiving = new Receiving(options().fileThresholdBytes(500).build());
        byte[] body = threeKilobytes();
        List<Integer> cuts = cuts(body.length);
        try (TestServer server =
                serve(mode, receiving, Map.of("ringer.bodyBuffer", "0", "ringer.bodyStallTimeout", "150 ms"))) {
            for (int cut : cuts) {
                RawClient client = server.connect().send(head("/receive", Bodies.TYPE, body.length));
                client.send(Arrays.copyOf(body, cut));
            }
            for (int i = 0; i < cuts.size(); i++) {
                assertThat((Throwable) receiving.next()).hasMessageContaining("stopped arriving");
            }
            assertThat(receiving.completions).hasValue(cuts.size());
        }
    }

    /** With a GOAWAY frame and without one: some clients end, others crash. */
    @InModes(inTurn = true)
    @Over({Transport.H2C, Transport.H2})
    void leavesNothingOfAStreamWhoseConnectionEnds(Mode mode) throws Exception {
        Receiving receiving = new Receiving(options().fileThresholdBytes(500).build());
        byte[] body = threeKilobytes();
        int ends = 0;
        try (TestServer server = serve(mode, receiving, UNGATHERED)) {
            for (int cut : cuts(body.length)) {
                for (boolean goesAway : new boolean[] {true, false}) {
                    try (Http2Client client = Http2Client.open(server)) {
                        client.head(1, "POST", "/receive", "content-type", Bodies.TYPE);
                        client.send(Http2Frame.DATA, 0, 1, Arrays.copyOf(body, cut));
                        receiving.awaitBegin();
                        if (goesAway) {
                            client.send(Http2Frame.GOAWAY, 0, 0, new byte[8]);
                        }
                    }
                    assertThat(receiving.next()).isInstanceOf(IOException.class);
                    assertThat(receiving.completions).hasValue(++ends);
                }
            }
        }
    }

    @InModes(inTurn = true)
    @Over({Transport.H2C, Transport.H2})
    void receivesTheRestOfAFormAfterTheGoAwayOfItsClient(Mode mode) throws Exception {
        Receiving receiving = new Receiving(options().fileThresholdBytes(500).build());
        byte[] body = threeKilobytes();
        int ends = 0;
        try (TestServer server = serve(mode, receiving, UNGATHERED)) {
            for (int cut : cuts(body.length)) {
                try (Http2Client client = Http2Client.open(server)) {
                    client.head(1, "POST", "/receive", "content-type", Bodies.TYPE);
                    client.send(Http2Frame.DATA, 0, 1, Arrays.copyOf(body, cut));
                    client.send(Http2Frame.GOAWAY, 0, 0, new byte[8]);
                    byte[] rest = Arrays.copyOfRange(body, cut, body.length);
                    client.send(Http2Frame.DATA, Http2Frame.END_STREAM, 1, rest);

                    assertThat(client.answer(1).status()).as("cut at %d", cut).isEqualTo(200);
                    assertThat(receiving.next()).isEqualTo("form");
                    assertThat(receiving.completions).hasValue(++ends);
                }
            }
        }
    }

    @InModes(Mode.FIXED_POOL)
    @Over({Transport.CLEAR, Transport.H2})
    @Tag("outer") // the server measures a rate for 30 seconds
    void leavesNothingOfAFormThatArrivesTooSlowly(Mode mode) throws Exception {
        Receiving receiving = new Receiving(options().fileThresholdBytes(500).build());
        byte[] body = threeKilobytes();
        List<Integer> cuts = cuts(body.length);
        Map<String, String> properties =
                Map.of("ringer.bodyBuffer", "0", "ringer.bodyStallTimeout", "0", "ringer.minBodyRate", "1000");
        try (TestServer server = serve(mode, receiving, properties)) {
            for (int cut : cuts) {
                RawClient client = server.connect().send(head("/receive", Bodies.TYPE, body.length));
                client.send(Arrays.copyOf(body, cut));
            }
            for (int i = 0; i < cuts.size(); i++) {
                Object result = receiving.results.poll(2, TimeUnit.MINUTES);
                assertThat(result).isInstanceOf(IOException.class);
            }
            assertThat(receiving.completions).hasValue(cuts.size());
        }
    }

    @InModes(inTurn = true)
    void refusesAFormOfAnyLength(Mode mode) throws Exception {
        refusesForms(mode, FormOptions.Builder::maxTotalBytes, 413);
    }

    @InModes(inTurn = true)
    void refusesAFileForWhichTheDiskHasNoRoom(Mode mode) throws Exception {
        refusesForms(mode, FormOptions.Builder::maxDiskBytesOfAll, 503);
    }

    private void refusesForms(Mode mode, BiConsumer<FormOptions.Builder, Long> limit, int status) throws Exception {
        byte[] body = threeKilobytes();
        for (int most = 1; most < 2_600; most += 101) { // few, because each needs a server
            FormOptions.Builder options = options().fileThresholdBytes(500);
            limit.accept(options, (long) most);
            Receiving receiving = new Receiving(options.build());
            try (TestServer server = serve(mode, receiving, UNGATHERED);
                    RawClient client = server.connect().send(head("/receive", Bodies.TYPE, -1))) {
                client.sendAsFarAsPossible(Bodies.latin(Integer.toHexString(body.length) + "\r\n"));
                client.sendAsFarAsPossible(body).sendAsFarAsPossible("\r\n0\r\n\r\n");

                assertThat(client.readResponse().status())
                        .as("at most %d", most)
                        .isEqualTo(status);
                receiving.next();
                assertThat(receiving.completions).hasValue(1);
            }
        }
    }
}
