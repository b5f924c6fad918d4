package dev.ringer.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.observe.ServerCounts;
import dev.ringer.internal.protocol.ClientLimit;
import dev.ringer.internal.protocol.Protocol;
import dev.ringer.testkit.Deadlines;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Tests new connections that the protocol fails to open. Formerly, an error in {@code Acceptor.take} left such a
 * connection without a recipient of its events. Each selection then threw a NullPointerException.
 */
@Timeout(60)
// a failure to open a file takes the descriptors of idle downloads back, in the whole JVM
@ResourceLock("idle downloads")
class AcceptorFaultTest {
    private final OpenConnections open = new OpenConnections(0, false, new ClientLimit(0, null), new ServerCounts());
    private final AtomicInteger taken = new AtomicInteger();
    private final Protocol failing = (transport, received) -> {
        taken.incrementAndGet();
        throw new OutOfMemoryError("on purpose");
    };

    private ListeningSockets sockets;
    private EventLoop loop;
    private Thread thread;

    @BeforeEach
    void start() throws IOException {
        sockets = ListeningSockets.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0, false);
        loop = new EventLoop("loop", open, new BufferedMemory(0), null);
        thread = loop.thread();
        new Acceptor(loop, sockets.open(1).get(0), true, new EventLoop[] {loop}, Map.of(loop, failing)).open();
        loop.start();
    }

    @AfterEach
    void stop() throws InterruptedException {
        loop.stop();
        thread.join();
        sockets.close();
    }

    @Test
    void areClosedAndTheNextOnesAccepted() throws IOException {
        for (int i = 1; i <= 3; i++) {
            try (Socket client = new Socket()) {
                client.connect(sockets.address());
                client.setSoTimeout(30_000);
                assertThat(client.getInputStream().read()).as("the end").isEqualTo(-1);
            }
            assertThat(taken).hasValue(i);
        }
        Deadlines.await(
                "the selector has let go of them",
                () -> loop.connections().open().isEmpty());
    }
}
