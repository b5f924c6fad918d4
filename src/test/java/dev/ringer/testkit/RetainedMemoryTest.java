package dev.ringer.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.internal.bytes.ClientMemory;
import java.io.IOException;
import java.util.Map;

/** Tests the check of the memory account that ends every test with a {@link TestServer}. */
class RetainedMemoryTest {
    private static final int LARGE = 300_000;

    @InModes(Mode.NO_EXECUTOR)
    void findsWhatIsNotCounted(Mode mode) throws IOException {
        try (TestServer server =
                TestServer.create(Provider.RINGER, mode, Map.of()).start()) {
            RetainedMemory retained = new RetainedMemory(server.server());
            server.connect().send("GET / HTTP/1.1\r\nHost: test\r\nX: " + "y".repeat(LARGE));
            Deadlines.await("all has come", () -> retained.compare().retained() >= LARGE);
            retained.assertCounted();

            ClientMemory another = new ClientMemory(server.memory());
            another.release(server.memory().taken());
            assertThat(retained.compare().holds()).isFalse();

            another.releaseAll();
        }
    }
}
