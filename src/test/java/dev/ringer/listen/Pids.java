package dev.ringer.listen;

import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Transport;
import java.io.IOException;

/** Asks a {@link ListeningMain} for its process ID. */
final class Pids {
    private Pids() {}

    /** Returns the port from the line in which a server reports its address. */
    static int port(String line) {
        return Integer.parseInt(line.substring(line.lastIndexOf(':') + 1));
    }

    /** Opens a connection to a port, and returns the ID of the process that answers. */
    static long answering(int port) throws IOException {
        try (RawClient client = RawClient.connect(port, Transport.CLEAR)) {
            return Long.parseLong(client.get("/").readResponse().text());
        }
    }
}
