package dev.ringer.files;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Replaces the body of a response that could not be sent completely. Its {@link #close} throws an exception. Therefore
 * the server closes the connection.
 */
final class BrokenBody extends OutputStream {
    private BrokenBody() {}

    /**
     * Ends an exchange in such a way that the client can see that the response is incomplete. Has no effect if the
     * exchange has ended.
     */
    static void breakOff(HttpExchange exchange) {
        exchange.setStreams(null, new BrokenBody());
        exchange.close();
    }

    @Override
    public void write(int b) throws IOException {
        throw new IOException("the response was aborted; nothing more can be written");
    }

    @Override
    public void close() throws IOException {
        throw new IOException("the response was aborted; nothing more can be written");
    }
}
