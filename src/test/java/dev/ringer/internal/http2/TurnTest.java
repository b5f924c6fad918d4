package dev.ringer.internal.http2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.observe.ServerCounts;
import dev.ringer.internal.protocol.ConnectionEvents;
import dev.ringer.internal.protocol.HttpStream;
import dev.ringer.internal.protocol.IdleConnections;
import dev.ringer.internal.protocol.Loop;
import dev.ringer.internal.protocol.RequestHandler;
import dev.ringer.internal.protocol.ServerParts;
import dev.ringer.internal.protocol.Transport;
import dev.ringer.options.ServerOptions;
import dev.ringer.testkit.Http2Client;
import dev.ringer.testkit.Http2Frame;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What one connection gets of a loop before the others, and how many writes it takes to answer. */
@Timeout(60)
class TurnTest implements RequestHandler {
    private static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
    private final ArrayDeque<Runnable> late = new ArrayDeque<>();
    private final ArrayDeque<Runnable> application = new ArrayDeque<>();
    private final Loop loop = (Loop) fake(Loop.class);
    private final Transport transport = (Transport) fake(Transport.class);
    private ConnectionEvents connection;
    private final ArrayDeque<byte[]> input = new ArrayDeque<>(); // by reads
    private int writes;
    private boolean answers = true;
    private boolean sheds;
    private boolean reads;
    private int read; // by the last handler, at once
    private int refused;
    private Runnable whileAtWork = () -> {};

    private Object fake(Class<?> type) {
        return Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> call(method.getName(), method.getReturnType(), arguments));
    }

    private Object call(String method, Class<?> type, Object[] arguments) {
        switch (method) {
            case "loop" -> {
                return loop;
            }
            case "execute" -> tasks.add((Runnable) arguments[0]);
            case "executeShortly" -> late.add((Runnable) arguments[0]);
            case "serveBy" -> connection = (ConnectionEvents) arguments[0];
            case "read" -> {
                byte[] bytes = input.isEmpty() ? new byte[0] : input.poll();
                System.arraycopy(bytes, 0, (byte[]) arguments[0], (int) arguments[1], bytes.length);
                return bytes.length;
            }
            case "runApplication" -> application.add((Runnable) arguments[0]);
            case "write" -> {
                writes++;
                ((ByteBuffer) arguments[0]).position(((ByteBuffer) arguments[0]).limit());
            }
            default -> {}
        }
        return type == boolean.class ? false : type == int.class ? (Object) 0 : null;
    }

    private ServerParts parts() {
        return new ServerParts(this, new BufferedMemory(0), new IdleConnections(-1, counts()));
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
                .minBodyRate(0)
                .bodyStallTimeout(Duration.ZERO) // or readers would look by themselves
                .build();
        new Http2Protocol(new Http2Shared(options, parts())).open(transport, ByteBuffer.wrap(bytes.toByteArray()));
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
        int before = writes;

        while (application.size() > 1) {
            application.poll().run();
        }
        assertThat(writes).isEqualTo(before);

        application.poll().run();
        assertThat(writes).isEqualTo(before + 1);
    }

    @Test
    void answersThemSoonIfOneOfThemTakesItsTime() {
        int before = writes;

        application.poll().run();
        late.poll().run();

        assertThat(writes).isEqualTo(before + 1);
    }

    @Test
    void answersEachSoonAlsoIfNoneHadEndedAtFirst() {
        readAndAnswerAll();
        readRequests(81, 83, 85);
        runAll(late); // while the first handler is at work
        int before = writes;

        application.poll().run();
        assertThat(writes).isEqualTo(before);
        runAll(tasks);
        runAll(late);
        assertThat(writes).isEqualTo(before + 1);

        application.poll().run();
        runAll(tasks);
        runAll(late);
        assertThat(writes).isEqualTo(before + 2);
    }

    @Test
    void answersSoonWhatCameInATurnOfItsOwn() {
        readAndAnswerAll();
        readRequests(81);
        readRequests(83);
        int before = writes;

        application.poll().run();
        assertThat(writes).isEqualTo(before);
        runAll(late);

        assertThat(writes).isEqualTo(before + 1);
    }

    @Test
    void answersSoonWhatWasAtWorkWhenTheNextOneCame() {
        readAndAnswerAll();
        readRequests(81);
        whileAtWork = () -> readRequests(83);
        int before = writes;

        application.poll().run();
        runAll(tasks);
        runAll(late);

        assertThat(application).hasSize(1);
        assertThat(writes).isEqualTo(before + 1);
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
        int before = writes;

        readRequests(81);
        application.poll().run();

        assertThat(writes).isEqualTo(before + 1);
        assertThat(late).isEmpty();
        assertThat(tasks).isEmpty();
    }

    private void readAndAnswerAll() {
        runAll(tasks);
        runAll(application);
        runAll(tasks);
        runAll(late);
    }

    /** Has a turn begin in which these requests are here. */
    private void readRequests(int... streams) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int stream : streams) {
            byte[] block = Http2Client.request("GET", "/");
            bytes.writeBytes(new Http2Frame(Http2Frame.HEADERS, 5, stream, block).encoded());
        }
        input.add(bytes.toByteArray());
        connection.onReadable();
    }

    /** Runs what is there, and what that adds. */
    private static void runAll(ArrayDeque<Runnable> queue) {
        while (!queue.isEmpty()) {
            queue.poll().run();
        }
    }

    @Test
    void sendsNothingForAHandlerThatHasNotAnswered() {
        int before = writes;
        answers = false;

        while (!application.isEmpty()) {
            application.poll().run();
        }

        assertThat(writes).isEqualTo(before);
    }

    @Override
    public void onRequest(HttpStream stream) {
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

        assertThat(refused).isEqualTo(2);
    }

    /** Each message to a thread that waits is a change of threads, and a client that uploads sends on while we look. */
    @Test
    void tellsAHandlerThatWaitsOfAllThatComesInATurn() throws Exception {
        Thread handler = handlerThatWaits();

        for (int i = 0; i < 3; i++) {
            input.add(new Http2Frame(Http2Frame.DATA, 0, 81, new byte[1000]).encoded());
        }
        connection.onReadable();
        handler.join();

        assertThat(read).isEqualTo(3 * 1000);
    }

    @Test
    void tellsAHandlerThatWaitsOfAPartOfAFrame() throws Exception {
        Thread handler = handlerThatWaits();

        input.add(Arrays.copyOf(new Http2Frame(Http2Frame.DATA, 0, 81, new byte[4000]).encoded(), 1009));
        connection.onReadable();
        handler.join();

        assertThat(read).isEqualTo(1000);
    }

    private Thread handlerThatWaits() {
        readAndAnswerAll();
        reads = true;
        byte[] block = Http2Client.request("POST", "/");
        input.add(new Http2Frame(Http2Frame.HEADERS, Http2Frame.END_HEADERS, 81, block).encoded());
        connection.onReadable();
        Thread handler = new Thread(application.poll());
        handler.start();
        while (handler.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        return handler;
    }

    @Override
    public <S extends HttpStream & Runnable> Runnable admit(S stream) {
        if (sheds) {
            stream.abort();
        }
        return sheds ? null : stream;
    }

    @Override
    public void onRefused(HttpStream stream, int status, int length, String reason) {
        refused++;
    }

    @Override
    public ServerCounts counts() {
        return new ServerCounts();
    }

    @Override
    public boolean runsOnLoop() {
        return true;
    }

    @Override
    public boolean stopping() {
        return false;
    }
}
