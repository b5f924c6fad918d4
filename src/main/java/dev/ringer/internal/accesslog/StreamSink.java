package dev.ringer.internal.accesslog;

import java.io.IOException;
import java.io.PrintStream;

/** Writes lines to {@code System.out}, also after the application has replaced it. */
final class StreamSink implements LogSink {
    // The stream that failed last. It reports this failure for ever, so later failures of the same stream cannot be
    // detected.
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
