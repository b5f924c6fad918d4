package dev.ringer.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RecordedLog;
import dev.ringer.testkit.TestServer;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Tests clients that try to forge log lines, by texts that the server or a handler's exception writes to the log. */
@ResourceLock("com.sun.net.httpserver") // the logger, whose level each test sets
class LogForgeryTest {
    private static final String LINE = "%0d%0aSEVERE:%20log-forgery%1b%5b2J%e2%80%a8%c2%85";

    @InModes
    void doesNotSucceedByAMessageOfAnException(Mode mode) throws IOException {
        try (RecordedLog log = RecordedLog.from(Level.ALL);
                TestServer server = TestServer.create(Provider.RINGER, mode)
                        .handle("/throws", exchange -> {
                            String path = exchange.getRequestURI().getPath();
                            throw new IllegalStateException(path, new NumberFormatException("not a number: " + path));
                        })
                        .start()) {
            server.connect().get("/throws/" + LINE).awaitEnd(Deadlines.PATIENCE);

            Deadlines.await(
                    "a warning", () -> !log.records(LogForgeryTest::isMine).isEmpty());
            assertThatNoLineIsForged(log);
        }
    }

    @InModes
    void doesNotSucceedByARequestLine(Mode mode) throws IOException {
        Map<String, String> tolerant = Map.of("ringer.compliance", "legacy");
        try (RecordedLog log = RecordedLog.from(Level.ALL);
                TestServer server = TestServer.create(Provider.RINGER, mode, tolerant)
                        .handle("/", exchange -> exchange.sendResponseHeaders(204, -1))
                        .start()) {
            List<String> lines = List.of(
                    "GET /" + LINE + " HTTP/1.1",
                    "GET /log-forgery\u00e9\u00ad HTTP/1.1",
                    "LOG-FORGERY\u0085\u009b2J / HTTP/1.1",
                    "LOG-FORGERY\rSEVERE / HTTP/1.1",
                    "log-forgery@\u00e9 /" + "x".repeat(10_000) + " HTTP/1.1");
            for (String line : lines) {
                server.connect().sendHead(line, "Host: test").readResponse();
            }

            assertThatNoLineIsForged(log);
        }
    }

    private static void assertThatNoLineIsForged(RecordedLog log) {
        for (LogRecord entry : log.records(LogForgeryTest::isMine)) {
            assertThat(RecordedLog.printed(entry).lines())
                    .noneMatch(line -> line.startsWith("SEVERE"))
                    .noneMatch(line -> line.codePoints().anyMatch(LogForgeryTest::isHarmful))
                    .allMatch(line -> line.length() < 1500);
        }
    }

    private static boolean isHarmful(int c) {
        return Character.isISOControl(c) && c != '\t' || c == 0x2028 || c == 0x2029 || c == 0xad;
    }

    private static boolean isMine(LogRecord entry) {
        return RecordedLog.printed(entry).toLowerCase().contains("log-forgery");
    }
}
