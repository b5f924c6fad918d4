package dev.ringer.files;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;

/** What a server closes at the end of a response that is cut: it then closes the connection as well. */
final class BrokenBody extends OutputStream {
    private BrokenBody() {}

    /** Ends an exchange so that its client does not take the response for complete, unless it has ended. */
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
