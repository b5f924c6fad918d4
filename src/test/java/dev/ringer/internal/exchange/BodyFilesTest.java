package dev.ringer.internal.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.internal.http.Violation;
import dev.ringer.internal.observe.ServerCounts;
import dev.ringer.internal.protocol.HttpStream;
import dev.ringer.internal.protocol.RequestHead;
import dev.ringer.options.ServerOptions;
import dev.ringer.options.Settings;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.FakeConnection;
import dev.ringer.testkit.FakeHead;
import dev.ringer.testkit.RecordedLog;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that {@code ringer.bodyFile} ends every exchange whose handler it cannot run. */
class BodyFilesTest {
    private static final int LENGTH = 1 << 20;

    private final RequestHead head = new FakeHead("/");
    private final ServerCounts counts = new ServerCounts(Violation.values());
    private final CountDownLatch aborted = new CountDownLatch(1);
    private final AtomicInteger aborts = new AtomicInteger();
    private final AtomicInteger handled = new AtomicInteger();
    private final Thread loop = Thread.currentThread();

    private interface Admitted extends HttpStream, Runnable {}

    @ParameterizedTest
    @ValueSource(strings = {"requestLength", "readNow", "awaitContent"})
    void errorAbortsTheRequestAndIsLogged(String method) {
        assertAborts(method, new OutOfMemoryError("on purpose: no memory in " + method), 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"requestLength", "readNow", "awaitContent"})
    void unexpectedExceptionAbortsTheRequestAndIsLogged(String method) {
        assertAborts(method, new IllegalStateException("on purpose: a bug in " + method), 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"readNow", "awaitContent"})
    void lossOfTheClientIsNotLogged(String method) {
        assertAborts(method, new IOException("on purpose: lost in " + method), 0);
    }

    private void assertAborts(String method, Throwable failure, int warnings) {
        try (RecordedLog log = RecordedLog.from(Level.WARNING)) {
            serve(new FakeConnection(), method, failure);

            Deadlines.await(aborted);

            assertThat(log.records(entry -> RecordedLog.printed(entry).contains(failure.getMessage())))
                    .hasSize(warnings);
        }
        assertThat(counts.traffic().queued()).isZero();
        assertThat(handled).hasValue(0);
    }

    @Test
    void bodyThatIsCompleteOnlyAfterTheEndOfTheLoopIsDropped() {
        FakeConnection ended = new FakeConnection() {
            @Override
            public boolean stopped() {
                return true;
            }
        };

        serve(ended, "", null);

        Deadlines.await(aborted);
        assertThat(counts.traffic().queued()).isZero();
        Deadlines.await("the task", () -> !ended.tasks().isEmpty());
        FakeConnection.runAll(ended.tasks());
        assertThat(aborts).hasValue(1);
        assertThat(handled).hasValue(0);
    }

    /** Serves a request, whose body ends at once unless this method of its stream fails. */
    private void serve(FakeConnection connection, String failing, Throwable failure) {
        ServerOptions options =
                ServerOptions.builder().set(Settings.BODY_FILE, 1L).build();
        ServerSettings settings = new ServerSettings(options, counts.traffic(), fault -> 0, null);
        ContextTable contexts = new ContextTable(options.get(Settings.PATH_MATCHING));
        contexts.add(new ServerContext(null, settings, "/", exchange -> handled.incrementAndGet()));
        Admitted stream = (Admitted) Proxy.newProxyInstance(
                Admitted.class.getClassLoader(), new Class<?>[] {Admitted.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals(failing) && Thread.currentThread() != loop) {
                        throw failure;
                    }
                    return switch (method.getName()) {
                        case "transport" -> connection;
                        case "request" -> head;
                        case "requestLength" -> (long) LENGTH;
                        case "readNow" -> failing.equals("awaitContent") ? 0 : -1;
                        case "abort" -> {
                            aborts.incrementAndGet();
                            aborted.countDown();
                            yield null;
                        }
                        default -> method.getReturnType() == boolean.class ? false : null;
                    };
                });
        new Dispatcher(settings, contexts, counts, null, null).admit(stream).run();
    }
}
