package dev.ringer.internal.http2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.protocol.HttpStream;
import dev.ringer.internal.protocol.ServerParts;
import dev.ringer.options.ServerOptions;
import dev.ringer.options.Settings;
import dev.ringer.testkit.FakeConnection;
import dev.ringer.testkit.FakeHandler;
import dev.ringer.testkit.Http2Client;
import dev.ringer.testkit.Http2Frame;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Queue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests how much the loop does for one connection before it serves others, and how many writes the responses take. */
@Timeout(60)
class TurnTest {
    private static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final FakeConnection client = new FakeConnection();
    private final FakeHandler handler = new FakeHandler(true) {
        @Override
        public Limit limitReached(HttpStream stream) {
            if (sheds) {
                stream.abort();
            }
            return sheds ? Limit.MAX_EXCHANGES : null;
        }

        @Override
        public void onRequest(HttpStream stream) {
            answer(stream);
        }
    };
    private final Queue<Runnable> tasks = client.tasks();
    private final Queue<Runnable> late = client.shortlyTasks();
    private final Queue<Runnable> application = client.applicationTasks();
    private boolean answers = true;
    private boolean sheds;
    private boolean reads;
    private int read; // number of bytes that the last handler got from one read
    private Runnable whileAtWork = () -> {};

    private ServerParts parts(ServerOptions options) {
        return ServerParts.of(options, handler, new BufferedMemory(0));
    }

    @BeforeEach
    void open() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(PREFACE);
        bytes.writeBytes(new Http2Frame(Http2Frame.SETTINGS, 0, 0, new byte[0]).encoded());
        for (int stream = 1; stream < 80; stream += 2) {
            byte[] block = Http2Client.request("GET", "/");
            bytes.writeBytes(new Http2Frame(Http2Frame.HEADERS, 5, stream, block).encoded());
        }
        ServerOptions options = ServerOptions.builder()
                .set(Settings.MIN_BODY_RATE, 0)
                .set(Settings.BODY_STALL_TIMEOUT, Duration.ZERO) // otherwise a time limit would wake readers
                .build();
        new Http2Protocol(new Http2Shared(options, parts(options))).open(client, ByteBuffer.wrap(bytes.toByteArray()));
    }

    @Test
    void takesSixteenRequests() {
        assertThat(application).hasSize(16);

        tasks.poll().run();
        assertThat(application).hasSize(32);

        tasks.poll().run();
        assertThat(application).hasSize(40);
        assertThat(tasks).isEmpty();
    }

    @Test
    void answersThemInOneWrite() {
        int before = client.writes();

        while (application.size() > 1) {
            application.poll().run();
        }
        assertThat(client.writes()).isEqualTo(before);

        application.poll().run();
        assertThat(client.writes()).isEqualTo(before + 1);
    }

    @Test
    void answersThemSoonIfOneOfThemTakesItsTime() {
        int before = client.writes();

        application.poll().run();
        late.poll().run();

        assertThat(client.writes()).isEqualTo(before + 1);
    }

    @Test
    void answersEachSoonAlsoIfNoneHadEndedAtFirst() {
        readAndAnswerAll();
        readRequests(81, 83, 85);
        FakeConnection.runAll(late); // the first handler is still running
        int before = client.writes();

        application.poll().run();
        assertThat(client.writes()).isEqualTo(before);
        FakeConnection.runAll(tasks);
        FakeConnection.runAll(late);
        assertThat(client.writes()).isEqualTo(before + 1);

        application.poll().run();
        FakeConnection.runAll(tasks);
        FakeConnection.runAll(late);
        assertThat(client.writes()).isEqualTo(before + 2);
    }

    @Test
    void answersSoonWhatCameInATurnOfItsOwn() {
        readAndAnswerAll();
        readRequests(81);
        readRequests(83);
        int before = client.writes();

        application.poll().run();
        assertThat(client.writes()).isEqualTo(before);
        FakeConnection.runAll(late);

        assertThat(client.writes()).isEqualTo(before + 1);
    }

    @Test
    void answersSoonWhatWasAtWorkWhenTheNextOneCame() {
        readAndAnswerAll();
        readRequests(81);
        whileAtWork = () -> readRequests(83);
        int before = client.writes();

        application.poll().run();
        FakeConnection.runAll(tasks);
        FakeConnection.runAll(late);

        assertThat(application).hasSize(1);
        assertThat(client.writes()).isEqualTo(before + 1);
    }

    @Test
    void looksNoMoreWhileNothingEnds() {
        readAndAnswerAll();
        readRequests(81, 83, 85);

        late.poll().run();

        assertThat(late).isEmpty();
        assertThat(tasks).isEmpty();
    }

    @Test
    void sendsALoneAnswerWithoutATask() {
        readAndAnswerAll();
        int before = client.writes();

        readRequests(81);
        application.poll().run();

        assertThat(client.writes()).isEqualTo(before + 1);
        assertThat(late).isEmpty();
        assertThat(tasks).isEmpty();
    }

    private void readAndAnswerAll() {
        FakeConnection.runAll(tasks);
        FakeConnection.runAll(application);
        FakeConnection.runAll(tasks);
        FakeConnection.runAll(late);
    }

    /** Makes the loop read these requests in one turn. */
    private void readRequests(int... streams) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int stream : streams) {
            byte[] block = Http2Client.request("GET", "/");
            bytes.writeBytes(new Http2Frame(Http2Frame.HEADERS, 5, stream, block).encoded());
        }
        client.sends(bytes.toByteArray());
        client.onReadable();
    }

    @Test
    void sendsNothingForAHandlerThatHasNotAnswered() {
        int before = client.writes();
        answers = false;

        while (!application.isEmpty()) {
            application.poll().run();
        }

        assertThat(client.writes()).isEqualTo(before);
    }

    private void answer(HttpStream stream) {
        if (!answers) {
            return;
        }
        Runnable meanwhile = whileAtWork;
        whileAtWork = () -> {};
        meanwhile.run();
        try {
            read = reads ? stream.read(new byte[4000], 0, 4000) : 0;
            stream.respond(200, 5, visitor -> {});
            stream.write("hello".getBytes(StandardCharsets.US_ASCII), 0, 5);
            stream.finish();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void tellsOfWhatItShedsAlsoIfThatEndsBeforeItsAnswer() {
        readAndAnswerAll();
        sheds = true;

        readRequests(81, 83);

        assertThat(handler.refused()).isEqualTo(2);
    }

    /**
     * Each wake-up of a waiting thread is a thread switch. So the loop first reads all that has come, and then wakes
     * it.
     */
    @Test
    void tellsAHandlerThatWaitsOfAllThatComesInATurn() throws Exception {
        Thread handler = handlerThatWaits();

        for (int i = 0; i < 3; i++) {
            client.sends(new Http2Frame(Http2Frame.DATA, 0, 81, new byte[1000]).encoded());
        }
        client.onReadable();
        handler.join();

        assertThat(read).isEqualTo(3 * 1000);
    }

    @Test
    void tellsAHandlerThatWaitsOfAPartOfAFrame() throws Exception {
        Thread handler = handlerThatWaits();

        client.sends(Arrays.copyOf(new Http2Frame(Http2Frame.DATA, 0, 81, new byte[4000]).encoded(), 1009));
        client.onReadable();
        handler.join();

        assertThat(read).isEqualTo(1000);
    }

    private Thread handlerThatWaits() {
        readAndAnswerAll();
        reads = true;
        byte[] block = Http2Client.request("POST", "/", "content-length", "100000");
        client.sends(new Http2Frame(Http2Frame.HEADERS, Http2Frame.END_HEADERS, 81, block).encoded());
        client.onReadable();
        Thread handler = new Thread(application.poll());
        handler.start();
        while (handler.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        return handler;
    }
}
