package dev.ringer.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.OnRinger;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.TestServer;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What Ringer logs, under the name of the JDK's logger. */
class LoggingTest {
    @OnRinger
    void warnsOfAHandlerThatThrows(Mode mode) throws IOException {
        List<LogRecord> records = new CopyOnWriteArrayList<>();
        Logger logger = Logger.getLogger("com.sun.net.httpserver");
        Handler recorder = recorder(records);
        logger.setUseParentHandlers(false);
        logger.addHandler(recorder);
        try (TestServer server = TestServer.create(Provider.RINGER, mode)
                .handle("/", exchange -> {
                    throw new IllegalStateException("on purpose");
                })
                .start()) {
            server.connect().get("/").awaitEnd(Deadlines.PATIENCE);

            Deadlines.await("a warning", () -> records.stream().anyMatch(LoggingTest::isTheWarning));
        } finally {
            logger.removeHandler(recorder);
        }
        assertThat(records.stream().filter(LoggingTest::isTheWarning)).hasSize(1);
    }

    @OnRinger(Mode.NO_EXECUTOR)
    void notesEachReplyForWhoeverLooksClosely(Mode mode) throws IOException {
        List<String> notes = logged(
                Level.FINE,
                mode,
                Map.of(),
                server -> server.connect().get("/" + "a".repeat(100)).readResponse());

        assertThat(notes).anyMatch(note -> note.matches("GET /a{75}<TRUNCATED> \\[204]"));
    }

    @OnRinger(Mode.NO_EXECUTOR)
    void warnsOfPropertiesWithoutEffect(Mode mode) throws IOException {
        List<String> notes = logged(Level.WARNING, mode, Map.of("sun.net.httpserver.readTimeout", "5"), server -> {});

        assertThat(notes).anyMatch(note -> note.contains("has no effect"));
    }

    private interface Visit {
        void to(TestServer server) throws IOException;
    }

    private static List<String> logged(Level level, Mode mode, Map<String, String> properties, Visit visit)
            throws IOException {
        List<LogRecord> records = new CopyOnWriteArrayList<>();
        Logger logger = Logger.getLogger("com.sun.net.httpserver");
        Handler recorder = recorder(records);
        logger.setUseParentHandlers(false);
        logger.setLevel(level);
        logger.addHandler(recorder);
        try (TestServer server = TestServer.create(Provider.RINGER, mode, properties)
                .handle("/", exchange -> exchange.sendResponseHeaders(204, -1))
                .start()) {
            visit.to(server);
        } finally {
            logger.removeHandler(recorder);
            logger.setLevel(null);
        }
        return records.stream().map(LogRecord::getMessage).toList();
    }

    private static boolean isTheWarning(LogRecord record) {
        return record.getLevel().equals(Level.WARNING)
                && record.getThrown() instanceof IllegalStateException thrown
                && "on purpose".equals(thrown.getMessage());
    }

    private static Handler recorder(List<LogRecord> records) {
        return new Handler() {
            @Override
            public void publish(LogRecord record) {
                records.add(record);
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
    }
}
