package dev.ringer.listen;

import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Transport;
import java.io.IOException;

/** Asks a {@link ListeningMain} which process it is. */
final class Pids {
    private Pids() {}

    /** The port of a line that says where a server listens. */
    static int port(String line) {
        return Integer.parseInt(line.substring(line.lastIndexOf(':') + 1));
    }

    /** The process that answers on a port, to a connection of its own. */
    static long answering(int port) throws IOException {
        try (RawClient client = RawClient.connect(port, Transport.CLEAR)) {
            return Long.parseLong(client.get("/").readResponse().text());
        }
    }
}
