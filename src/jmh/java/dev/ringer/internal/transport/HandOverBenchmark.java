package dev.ringer.internal.transport;

import dev.ringer.internal.protocol.Transport;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * What handing a connection to the application and back costs in itself, when nobody else wants it: two atomic operations
 * on its state word. Without assertions, since the benchmark's thread plays the loop's part.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class HandOverBenchmark {
    private EventLoop loop;
    private ServerSocketChannel listener;
    private SocketChannel client;
    private SocketConnection connection;

    /** Makes a connection of a loop that does not run. */
    @Setup
    public void connect() throws IOException {
        loop = new EventLoop();
        listener = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        client = SocketChannel.open(listener.getLocalAddress());
        SocketChannel accepted = listener.accept();
        accepted.configureBlocking(false);
        connection = new SocketConnection(loop, accepted, () -> {});
        connection.open(transport -> new Unmoved());
    }

    /** Closes it. */
    @TearDown
    public void close() throws IOException {
        connection.close();
        client.close();
        listener.close();
        loop.discard();
    }

    /** To the application and back. */
    @Benchmark
    public boolean handOver() {
        connection.lend(false);
        connection.giveBack(false);
        return connection.ownedByLoop();
    }

    /** A protocol that nothing happens to. */
    private static final class Unmoved implements Transport.Events {
        @Override
        public void onReadable() {}

        @Override
        public void onWritable() {}

        @Override
        public void onReturned() {}

        @Override
        public void onDeadline(boolean lent) {}

        @Override
        public boolean closeIfIdle() {
            return true;
        }

        @Override
        public void onClosed(boolean lent) {}
    }
}
