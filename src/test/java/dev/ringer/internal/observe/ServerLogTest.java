package dev.ringer.internal.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.RecordedLog;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;

class ServerLogTest {
    @Test
    void unexpectedErrorsNameTheConnectionOrStreamTheyHaveClosed() {
        Exception fault = new Exception("a bug");
        try (RecordedLog log = RecordedLog.from(Level.WARNING)) {
            ServerLog.connectionFailed("/192.0.2.1:4711", fault);
            ServerLog.streamFailed(5, "/192.0.2.1:4711", fault);

            assertThat(log.records(entry -> entry.getThrown() == fault))
                    .extracting(LogRecord::getMessage)
                    .containsExactly(
                            "Unexpected error on the connection from /192.0.2.1:4711; closed the connection",
                            "Unexpected error on the HTTP/2 stream 5 from /192.0.2.1:4711; closed the stream");
        }
    }
}
