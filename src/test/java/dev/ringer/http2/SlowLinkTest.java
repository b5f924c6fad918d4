package dev.ringer.http2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Http2Client;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.TestServer;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;

/** Clients on a slow link, which do what they can: none of their streams is lost. */
@Timeout(60)
class SlowLinkTest {
    private static final int LENGTH = 100_000;

    /** Content goes out stream by stream: the second one waits for the first, and not for its client. */
    @InModes(Mode.FIXED_POOL)
    void aResponseWaitsForItsTurnLongerThanAClientMayStall(Mode mode) throws Exception {
        try (TestServer server = Http2Servers.create(mode, "ringer.writeStallTimeout", "1")
                        .start();
                Http2Client client =
                        Http2Client.connect(server).begin(4, 1 << 20).giveRoomMyself()) {
            client.get(1, "/large?" + LENGTH).get(3, "/large?" + LENGTH);
            while (client.soFar(1).content().length + client.soFar(3).content().length < 65_535) {
                client.read();
            }

            for (int i = 0; i < 15; i++) {
                assertThat(new CountDownLatch(1).await(200, TimeUnit.MILLISECONDS))
                        .isFalse();
                client.windowUpdate(0, 1000);
                client.read();
            }

            client.windowUpdate(0, 1 << 20);
            assertThat(client.answer(1).content()).hasSize(LENGTH);
            assertThat(client.answer(3).content()).hasSize(LENGTH);
        }
    }
}
