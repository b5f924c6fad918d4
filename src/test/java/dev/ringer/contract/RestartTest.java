package dev.ringer.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Over;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Ring;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.parallel.Isolated;

/** Checks that servers restarted on one port leak no threads and no descriptors. */
@Over(Transport.CLEAR)
@Isolated("counts threads and descriptors of the whole JVM")
class RestartTest {
    private static final int CYCLES = Ring.choose(100, 200);

    @InModes({Mode.NO_EXECUTOR, Mode.LOOPS})
    void leavesNeitherThreadsNorDescriptors(Mode mode) throws IOException {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        address = cycle(mode, address);
        Set<Thread> threads = Thread.getAllStackTraces().keySet();
        Optional<Integer> descriptors = openDescriptors();

        for (int i = 0; i < CYCLES; i++) {
            address = cycle(mode, address);
        }

        Deadlines.await(
                "the threads have ended",
                () -> threads.containsAll(Thread.getAllStackTraces().keySet()));
        descriptors.ifPresent(
                before -> assertThat(openDescriptors().orElseThrow()).isLessThan(before + CYCLES / 10));
    }

    private static InetSocketAddress cycle(Mode mode, InetSocketAddress address) throws IOException {
        HttpServer server = TestServer.createServer(Provider.RINGER, mode, address, Map.of());
        server.createContext("/", exchange -> exchange.sendResponseHeaders(200, -1));
        server.start();
        try (RawClient client = RawClient.connect(server)) {
            assertThat(client.get("/").readResponse().status()).isEqualTo(200);
        } finally {
            server.stop(0);
        }
        return server.getAddress();
    }

    /** Returns the number of open descriptors of this process, on systems that report it. */
    private static Optional<Integer> openDescriptors() {
        return Optional.ofNullable(new File("/proc/self/fd").list()).map(names -> names.length);
    }
}
