package dev.ringer.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Ability;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Needs;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Ring;
import dev.ringer.wire.RefusedRequests.Refused;
import java.io.IOException;
import java.net.SocketException;
import java.util.Arrays;
import org.assertj.core.api.SoftAssertions;

/** Checks that each request gets a readable answer, reaches no handler, and ends the connection. */
class RefusedRequestsTest {
    @InModes
    void areRefusedAtOnce(Mode mode) throws IOException {
        try (Victim victim = Victim.readingBodies(mode)) {
            SoftAssertions all = new SoftAssertions();
            for (Refused request : RefusedRequests.all()) {
                victim.forget();
                all.assertThatCode(() -> victim.refuses(request.bytes(), request.statuses()))
                        .as(request.toString())
                        .doesNotThrowAnyException();
            }
            all.assertAll();
        }
    }

    @InModes({Mode.NO_EXECUTOR, Mode.FIXED_POOL})
    @Needs(Ability.READS_BEHIND_RESETS)
    void areRefusedByteByByte(Mode mode) throws IOException {
        try (Victim victim = Victim.readingBodies(mode)) {
            for (Refused request : RefusedRequests.all()) {
                if (request.bytes().length() > 1000) {
                    continue;
                }
                RawClient client = victim.connect();

                sendBytewise(client, request, victim);

                assertThat(client.readResponse().status())
                        .as(request.toString())
                        .isIn(Arrays.asList(request.statuses()));
                assertThat(victim.seen()).as(request.toString()).isEmpty();
            }
        }
    }

    /**
     * Sends a request one byte at a time. The server may answer and close the connection before the last byte. In the
     * inner {@link Ring}, the valid beginning {@link RefusedRequests#HEAD} is sent as one piece.
     */
    private static void sendBytewise(RawClient client, Refused request, Victim victim) throws IOException {
        try {
            int whole = !Ring.full() && request.bytes().startsWith(RefusedRequests.HEAD)
                    ? RefusedRequests.HEAD.length()
                    : 0;
            client.send(request.bytes().substring(0, whole));
            client.sendBytewise(request.bytes().substring(whole), victim.server());
        } catch (SocketException ignored) {
            // the caller checks the answer
        }
    }
}
