package dev.ringer.internal.accesslog;

import java.io.IOException;
import java.io.PrintStream;

/**
 * Writes lines to {@code System.out}. Reads the field {@code System.out} again for each write, because the application
 * may replace the stream.
 */
final class StreamSink implements LogSink {
    // The stream to which a write failed last. After its first failure, a PrintStream does not report whether a later
    // write succeeded.
    private PrintStream failed;

    @Override
    public void write(byte[] bytes, int length) throws IOException {
        PrintStream out = System.out;
        out.write(bytes, 0, length);
        out.flush();
        if (out != failed && out.checkError()) {
            failed = out;
            throw new IOException("standard output is closed or cannot be written");
        }
    }
}
