package dev.ringer.abuse;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * One client of an attack. It connects, sends and reads as its plan says, and reconnects when its connection has ended.
 * It never blocks. Only the thread of the {@link Horde} uses it.
 */
final class Raider implements Comparable<Raider> {
    private static final int SMALL_WINDOW = 4096;
    private static final long SOON_NANOS = 2_000_000;
    private static final ByteBuffer SCRATCH = ByteBuffer.allocate(64 * 1024);

    // fixed
    final Attack attack;
    private final Plan plan;
    private final InetSocketAddress server;

    // the present connection
    private SocketChannel channel; // null while there is none
    private ByteBuffer toSend;
    private long endsAt;

    // over all connections
    private long dueAt;
    private int connections;
    private int closedByServer;

    Raider(Attack attack, int port, long dueAt) {
        this.attack = attack;
        this.plan = attack.plan();
        this.server = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        this.dueAt = dueAt;
    }

    @Override
    public int compareTo(Raider other) {
        return Long.compare(dueAt - other.dueAt, 0);
    }

    /** Returns when the next step is due. */
    long dueAt() {
        return dueAt;
    }

    int connections() {
        return connections;
    }

    int closedByServer() {
        return closedByServer;
    }

    /** Does the next step. */
    void step(long now) {
        dueAt = now + plan.paceNanos;
        try {
            if (channel == null) {
                connect(now);
            } else if (now - endsAt >= 0) {
                end();
            } else if (channel.finishConnect()) {
                send();
                read();
            }
        } catch (IOException lost) {
            closedByServer++;
            end();
        }
    }

    private void connect(long now) throws IOException {
        connections++;
        channel = SocketChannel.open();
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.SO_RCVBUF, SMALL_WINDOW);
        channel.setOption(StandardSocketOptions.SO_LINGER, 0); // close() sends a reset
        toSend = ByteBuffer.wrap(plan.opening.get());
        endsAt = now + plan.lifeNanos;
        if (channel.connect(server)) {
            send();
        }
    }

    private void send() throws IOException {
        if (!toSend.hasRemaining()) {
            toSend = ByteBuffer.wrap(plan.drop);
        }
        if (toSend.hasRemaining() && channel.write(toSend) > 0 && toSend.hasRemaining()) {
            dueAt = Math.min(dueAt, System.nanoTime() + SOON_NANOS); // the rest does not wait for the next step
        }
    }

    private void read() throws IOException {
        int count = switch (plan.appetite) {
            case NOTHING -> 0;
            case A_BYTE_AT_A_TIME -> channel.read(SCRATCH.clear().limit(1));
            case EVERYTHING -> readEverything();
        };
        if (count < 0) {
            closedByServer++;
            end();
        }
    }

    private int readEverything() throws IOException {
        int count;
        do {
            count = channel.read(SCRATCH.clear());
        } while (count > 0);
        return count;
    }

    /** Ends the present connection, if there is one. */
    void end() {
        SocketChannel ended = channel;
        channel = null;
        try {
            if (ended != null) {
                ended.close();
            }
        } catch (IOException ignored) {
            // nobody uses the channel any more
        }
    }
}
