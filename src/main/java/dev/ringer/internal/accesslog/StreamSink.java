package dev.ringer.internal.accesslog;

import java.io.IOException;
import java.io.PrintStream;

/** Lines that go to {@code System.out}, also after the application has replaced it. */
final class StreamSink implements LogSink {
    private PrintStream failed; // it says for ever that a write has failed, so that no more can be known of later ones

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
