package dev.ringer.internal.accesslog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

@ResourceLock(Resources.SYSTEM_OUT)
class StreamSinkTest {
    private final ByteArrayOutputStream taken = new ByteArrayOutputStream();
    private boolean full = true;

    @Test
    void complainsOnceOfWhatStandardOutputDidNotTake() throws IOException {
        PrintStream former = System.out;
        System.setOut(new PrintStream(new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                if (full) {
                    throw new IOException("No space left on device");
                }
                taken.write(b);
            }
        }));
        try {
            StreamSink sink = new StreamSink();
            assertThatIOException().isThrownBy(() -> write(sink, "lost\n"));
            full = false;
            write(sink, "next\n");
            write(sink, "last\n");
        } finally {
            System.setOut(former);
        }

        assertThat(taken.toString()).contains("next\n", "last\n").doesNotContain("lost"); // other code may print, too
    }

    private static void write(StreamSink sink, String line) throws IOException {
        sink.write(line.getBytes(StandardCharsets.US_ASCII), line.length());
    }
}
