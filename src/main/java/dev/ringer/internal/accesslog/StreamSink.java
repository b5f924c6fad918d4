package dev.ringer.internal.accesslog;

import java.io.IOException;

/** Lines that go to standard output, wherever the application has sent that. */
final class StreamSink implements LogSink {
    @Override
    public void write(byte[] bytes, int length) throws IOException {
        System.out.write(bytes, 0, length);
        System.out.flush();
        if (System.out.checkError()) {
            throw new IOException("Standard output cannot be written");
        }
    }
}
