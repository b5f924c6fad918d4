package dev.ringer.internal.accesslog;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;

/** Sends each line as one message to the logger {@code dev.ringer.access}, at level INFO. */
final class LoggerSink implements LogSink {
    private static final Logger LOGGER = System.getLogger("dev.ringer.access");

    @Override
    public void write(byte[] bytes, int length) throws IOException {
        int from = 0;
        try {
            for (int to = 0; to < length; to++) {
                if (bytes[to] == '\n') {
                    LOGGER.log(Level.INFO, new String(bytes, from, to - from, StandardCharsets.ISO_8859_1));
                    from = to + 1;
                }
            }
        } catch (Throwable failure) { // a log handler of the application may throw anything
            throw new CutOffException(from, failure);
        }
    }
}
