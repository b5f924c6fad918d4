package dev.ringer.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Fate;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RecordedLog;
import dev.ringer.testkit.TestServer;
import java.io.IOException;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Tests what Ringer logs, under the name of the JDK's logger. */
class LoggingTest {
    /** The message of an exception that no other test throws. Servers of other tests use the same logger meanwhile. */
    private static final String FAILURE = "LoggingTest throws this";

    @InModes
    void warnsOfAHandlerThatThrows(Mode mode) throws IOException {
        try (RecordedLog log = RecordedLog.from(Level.WARNING)) {
            try (TestServer server = throwing(mode).start()) {
                server.connect().get("/throws").awaitEnd(Deadlines.PATIENCE);

                Deadlines.await(
                        "a warning",
                        () -> !log.records(LoggingTest::isTheWarning).isEmpty());
            }
            assertThat(log.records(LoggingTest::isTheWarning)).hasSize(1);
        }
    }

    @InModes
    void survivesALogThatFails(Mode mode) throws IOException {
        Logger logger = Logger.getLogger("com.sun.net.httpserver");
        Handler failing = new FailingLog();
        logger.addHandler(failing);
        try (TestServer server = throwing(mode)
                .handle("/", exchange -> exchange.sendResponseHeaders(204, -1))
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
        try (RecordedLog log = RecordedLog.from(Level.FINE)) {
            try (TestServer server = TestServer.create(Provider.RINGER, mode)
                    .handle("/", exchange -> exchange.sendResponseHeaders(204, -1))
                    .start()) {
                server.connect().get("/" + "a".repeat(100)).readResponse();
            }
            assertThat(log.records(entry -> true))
                    .extracting(RecordedLog::printed)
                    .anyMatch(note -> note.matches("GET /a{75}<TRUNCATED> \\[204]\n"));
        }
    }

    private static TestServer throwing(Mode mode) throws IOException {
        return TestServer.create(Provider.RINGER, mode).handle("/throws", exchange -> {
            throw new IllegalStateException(FAILURE);
        });
    }

    private static boolean isTheWarning(LogRecord record) {
        return record.getLevel().equals(Level.WARNING)
                && record.getThrown() instanceof IllegalStateException thrown
                && FAILURE.equals(thrown.getMessage());
    }

    /** Throws for this test's warnings only. */
    private static final class FailingLog extends Handler {
        @Override
        public void publish(LogRecord record) {
            if (isTheWarning(record)) {
                throw new AssertionError("the log fails");
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
