package dev.ringer.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Over;
import dev.ringer.testkit.RetainedMemory;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;

/** Checks how much heap an idle stream of Ringer retains. The JDK retains about 670 bytes for a socket. */
@Over({Transport.CLEAR, Transport.H2C})
class RetainedHeapTest {
    private static final int MOST_WITH_THE_JDK = 1500;
    private static final int OF_THE_JDK = 670;

    @InModes(Mode.FIXED_POOL)
    void aSilentStreamRetainsNoBuffer(Mode mode) throws Exception {
        EventHandler handler = new EventHandler(EventStreamOptions.defaults());
        int count = 20;
        try (TestServer server = handler.start(mode)) {
            RetainedMemory retained = new RetainedMemory(server.server());
            for (int i = 0; i < count; i++) {
                EventClient client = EventClient.open(server);
                handler.stream().send(ServerSentEvent.of("a"));
                assertThat(client.next()).isEqualTo("data: a");
            }

            int most = server.transport() == Transport.CLEAR ? MOST_WITH_THE_JDK - OF_THE_JDK : 16 * 1024;
            Deadlines.await(
                    () -> "each retains little: " + retained.compare(),
                    () -> retained.compare().retained() <= (long) count * most);
            Deadlines.await("no buffer is in use", () -> server.memory().taken() <= (most < 8192 ? 0 : 4096L * count));
        }
    }
}
