package dev.ringer.abuse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Deadlines;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Many connections on one thread that never blocks. */
final class Swarm implements AutoCloseable {
    private static final long PACE_NANOS = 50_000_000;
    private static final int SMALL_WINDOW = 4096;

    private final List<SocketChannel> open = new ArrayList<>();
    private final ByteBuffer scratch = ByteBuffer.allocate(64 * 1024);

    Swarm(AbusedServer server, int count) throws IOException {
        for (var i = 0; i < count; i++) {
            var channel = SocketChannel.open();
            open.add(channel);
            channel.setOption(StandardSocketOptions.SO_RCVBUF, SMALL_WINDOW);
            channel.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
            channel.configureBlocking(false);
        }
    }

    /** An action that runs beside the swarm. */
    interface Meanwhile {
        void happens() throws IOException;
    }

    /** Sends a text on every connection, or as much of it as the connection accepts immediately. */
    Swarm send(String text) throws IOException {
        var bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        for (var channel : open) {
            channel.write(ByteBuffer.wrap(bytes));
        }
        return this;
    }

    /**
     * Sends a byte on every connection now and then, and reads everything, until the server has closed all connections.
     */
    void dripUntilClosed(Meanwhile meanwhile) throws IOException {
        untilClosed(ByteBuffer.wrap(new byte[] {'x'}), meanwhile);
    }

    /** Reads everything until the server has closed every connection. */
    void awaitClosed(Meanwhile meanwhile) throws IOException {
        untilClosed(ByteBuffer.allocate(0), meanwhile);
    }

    private void untilClosed(ByteBuffer drop, Meanwhile meanwhile) throws IOException {
        var end = System.nanoTime() + Deadlines.PATIENCE.toNanos();
        while (!open.isEmpty() && System.nanoTime() - end < 0) {
            forEach(channel -> {
                channel.write(drop.rewind());
                return readsToNow(channel);
            });
            meanwhile.happens();
            LockSupport.parkNanos(PACE_NANOS); // slow drips are the attack
        }
        assertThat(open).as("connections that are still open").isEmpty();
    }

    private boolean readsToNow(SocketChannel channel) throws IOException {
        int count;
        do {
            count = channel.read(scratch.clear());
        } while (count > 0);
        return count == 0;
    }

    /** Reads at most one byte on every connection, then waits a little. */
    void sip() {
        forEach(channel -> channel.read(scratch.clear().limit(1)) >= 0);
        LockSupport.parkNanos(PACE_NANOS);
    }

    private interface Action {
        boolean staysOpen(SocketChannel channel) throws IOException;
    }

    private void forEach(Action action) {
        for (Iterator<SocketChannel> all = open.iterator(); all.hasNext(); ) {
            var channel = all.next();
            if (!staysOpen(action, channel)) {
                all.remove();
                closeQuietly(channel);
            }
        }
    }

    private static boolean staysOpen(Action action, SocketChannel channel) {
        try {
            return action.staysOpen(channel);
        } catch (IOException reset) {
            return false;
        }
    }

    private static void closeQuietly(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException ignored) {
            // nobody uses the channel any more
        }
    }

    @Override
    public void close() {
        open.forEach(Swarm::closeQuietly);
    }
}
