package dev.ringer.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** Reads from Linux how many bytes a connection has received that its process has not read yet. */
public final class SocketQueue {
    private static final List<Path> TABLES = List.of(Path.of("/proc/net/tcp"), Path.of("/proc/net/tcp6"));
    private static final int LOCAL = 1;
    private static final int REMOTE = 2;
    private static final int STATE = 3;
    private static final int QUEUES = 4; // "tx_queue:rx_queue"
    private static final String ESTABLISHED = "01";

    private SocketQueue() {}

    /** Returns whether this system provides the tables. */
    public static boolean known() {
        return TABLES.stream().allMatch(Files::isReadable);
    }

    /**
     * Returns how many bytes the end at {@code port} has received and not read; empty if there is no such connection.
     */
    public static OptionalLong unread(int port, int remotePort) {
        return TABLES.stream()
                .flatMap(SocketQueue::lines)
                .map(line -> line.strip().split("\\s+"))
                .filter(row -> row[STATE].equals(ESTABLISHED) && has(row[LOCAL], port) && has(row[REMOTE], remotePort))
                .mapToLong(row -> Long.parseLong(row[QUEUES].substring(row[QUEUES].indexOf(':') + 1), 16))
                .findFirst();
    }

    private static Stream<String> lines(Path table) {
        try {
            return Files.readAllLines(table).stream().skip(1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean has(String address, int port) {
        return Integer.parseInt(address.substring(address.indexOf(':') + 1), 16) == port;
    }
}
