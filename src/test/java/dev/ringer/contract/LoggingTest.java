package dev.ringer.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Fate;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.TestServer;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** What Ringer logs, under the name of the JDK's logger. */
class LoggingTest {
    @InModes
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

    @InModes
    void survivesALogThatFails(Mode mode) throws IOException {
        Logger logger = Logger.getLogger("com.sun.net.httpserver");
        Handler failing = handler(entry -> {
            throw new AssertionError("the log fails");
        });
        logger.setUseParentHandlers(false);
        logger.addHandler(failing);
        try (TestServer server = TestServer.create(Provider.RINGER, mode)
                .handle("/", exchange -> exchange.sendResponseHeaders(204, -1))
                .handle("/throws", exchange -> {
                    throw new IllegalStateException("on purpose");
                })
                .start()) {
            assertThat(server.connect().get("/throws").awaitEnd(Deadlines.PATIENCE))
                    .isEqualTo(Fate.CLOSED);

            assertThat(server.connect().get("/").readResponse().status()).isEqualTo(204);
        } finally {
            logger.removeHandler(failing);
        }
    }

    @InModes(Mode.NO_EXECUTOR)
    void notesEachReplyForWhoeverLooksClosely(Mode mode) throws IOException {
        List<String> notes = logged(
                Level.FINE,
                mode,
                Map.of(),
                server -> server.connect().get("/" + "a".repeat(100)).readResponse());

        assertThat(notes).anyMatch(note -> note.matches("GET /a{75}<TRUNCATED> \\[204]"));
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
        return records.stream().map(new SimpleFormatter()::formatMessage).toList();
    }

    private static boolean isTheWarning(LogRecord record) {
        return record.getLevel().equals(Level.WARNING)
                && record.getThrown() instanceof IllegalStateException thrown
                && "on purpose".equals(thrown.getMessage());
    }

    private static Handler recorder(List<LogRecord> records) {
        return handler(records::add);
    }

    private static Handler handler(Consumer<LogRecord> reader) {
        return new Handler() {
            @Override
            public void publish(LogRecord record) {
                reader.accept(record);
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
    }
}
