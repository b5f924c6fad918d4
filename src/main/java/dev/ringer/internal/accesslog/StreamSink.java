package dev.ringer.internal.accesslog;

import java.io.IOException;
import java.io.PrintStream;

/** Writes lines to the present {@code System.out}, which the application may replace at any time. */
final class StreamSink implements LogSink {
    // The stream that failed last. A PrintStream reports its first failure for ever, so later failures are invisible.
    private PrintStream failed;

    @Override
    public void write(byte[] bytes, int length) throws IOException {
        PrintStream out = System.out;
        out.write(bytes, 0, length);
        out.flush();
        if (out != failed && out.checkError()) {
            failed = out;
            throw new IOException("Standard output cannot be written");
        }
    }
}
