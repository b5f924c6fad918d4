package dev.ringer.engine;

import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.TestServer;
import java.io.IOException;

/**
 * Opens connections that have received a response. Tries again if a server with a short time limit closes a connection
 * first, on a slow machine.
 */
final class KeptAlive {
    @FunctionalInterface
    interface Request {
        void sendBy(RawClient client) throws IOException;
    }

    private KeptAlive() {}

    static RawClient connect(TestServer server) throws IOException {
        return connect(server, client -> client.get("/"));
    }

    static RawClient connect(TestServer server, Request request) throws IOException {
        long end = System.nanoTime() + Deadlines.PATIENCE.toNanos();
        while (true) {
            RawClient client = server.connect();
            try {
                request.sendBy(client);
                if (client.readResponse().status() / 100 == 2) {
                    return client;
                }
            } catch (IOException cutOff) {
                if (System.nanoTime() - end > 0) {
                    throw cutOff;
                }
            }
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("every connection was cut off before it had an answer");
            }
        }
    }
}
