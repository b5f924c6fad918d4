package dev.ringer.engine;

import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.ThreadKind;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;

/**
 * How a server runs handlers, what carries its connections, and of which kind the application's further threads are.
 *
 * @param mode how handlers run
 * @param transport what carries connections
 * @param threads the kind of the application's own threads
 */
record Setup(Mode mode, Transport transport, ThreadKind threads) {
    /** All that this JVM can have. */
    static Stream<Setup> all() {
        return Arrays.stream(Mode.values()).filter(Mode::available).flatMap(Setup::of);
    }

    /** Those without an executor. */
    static Stream<Setup> withoutExecutor() {
        return of(Mode.NO_EXECUTOR);
    }

    private static Stream<Setup> of(Mode mode) {
        return Transport.HTTP1.stream()
                .flatMap(transport -> Arrays.stream(ThreadKind.values())
                        .filter(ThreadKind::available)
                        .map(threads -> new Setup(mode, transport, threads)));
    }

    /** A server of this kind that is not started. */
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
