package dev.ringer.engine;

import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.TestServer;
import java.io.IOException;

/**
 * Connections that have had an answer. A server with a short time limit may cut one off before that, on a slow machine. Then
 * another one takes its place.
 */
final class KeptAlive {
    /** How a client sends its request. */
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
