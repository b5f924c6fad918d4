package dev.ringer.engine;

import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.Ring;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.ThreadKind;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.TestInfo;

/**
 * How a server runs handlers, what carries its connections, and the kind of the application's own threads.
 *
 * @param mode how handlers run
 * @param transport what carries connections
 * @param threads the kind of the application's own threads
 */
record Setup(Mode mode, Transport transport, ThreadKind threads) {
    /** Returns each mode once, with a transport and a kind of threads; all combinations in the outer ring. */
    static Stream<Setup> all(TestInfo test) {
        return of(Arrays.stream(Mode.values()).filter(Mode::available).toList(), test);
    }

    /** Returns setups without an executor, for each transport. */
    static Stream<Setup> withoutExecutor(TestInfo test) {
        return of(List.of(Mode.NO_EXECUTOR), test);
    }

    private static Stream<Setup> of(List<Mode> modes, TestInfo test) {
        List<Setup> all = modes.stream()
                .flatMap(mode -> Transport.HTTP1.stream()
                        .flatMap(transport -> Arrays.stream(ThreadKind.values())
                                .filter(ThreadKind::available)
                                .map(threads -> new Setup(mode, transport, threads))))
                .toList();
        if (Ring.full()) {
            return all.stream();
        }
        int ofMode = all.size() / modes.size();
        int shift = shift(test);
        // chooses a combination for each mode; neighbours differ in the transport
        return IntStream.range(0, Math.max(modes.size(), 2)).mapToObj(turn -> {
            int transport = (turn + shift) % 2 * (ofMode / 2);
            int threads = (turn / 2 + shift / 2) % (ofMode / 2);
            return all.get(turn % modes.size() * ofMode + transport + threads);
        });
    }

    /** Returns a number that depends on the test, so that all tests together use every combination. */
    static int shift(TestInfo test) {
        return Math.floorMod(
                test.getTestMethod().orElseThrow().toGenericString().hashCode(), 4);
    }

    /** Creates a server, without starting it. */
    TestServer create(Map<String, String> properties) throws IOException {
        return TestServer.create(Provider.RINGER, transport, mode, properties);
    }

    TestServer create() throws IOException {
        return create(Map.of());
    }

    @Override
    public String toString() {
        return mode + ", " + transport + ", " + threads + " threads";
    }
}
