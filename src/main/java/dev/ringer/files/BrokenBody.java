package dev.ringer.files;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Replaces the body of a response that was cut short. Its {@link #close} fails, so that the server closes the
 * connection, too.
 */
final class BrokenBody extends OutputStream {
    private BrokenBody() {}

    /**
     * Ends an exchange so that its client does not take the response for complete. Has no effect after the end of the
     * exchange.
     */
    static void breakOff(HttpExchange exchange) {
        exchange.setStreams(null, new BrokenBody());
        exchange.close();
    }

    @Override
    public void write(int b) throws IOException {
        throw new IOException("the response is broken off");
    }

    @Override
    public void close() throws IOException {
        throw new IOException("the response ended before its announced length");
    }
}
