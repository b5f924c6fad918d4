package dev.ringer.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Fate;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Response;
import dev.ringer.testkit.Ring;
import dev.ringer.wire.AcceptedRequests.Accepted;
import java.io.IOException;

/** Sends every request that the server must serve: as a whole, one byte at a time, cut in two, and twice in a row. */
class AcceptedRequestsTest {
    @InModes
    void areServedAtOnce(Mode mode) throws IOException {
        try (Victim victim = Victim.readingBodies(mode)) {
            for (Accepted request : AcceptedRequests.all()) {
                RawClient client = victim.connect().send(request.bytes());

                assertServed(request, client);
            }
        }
    }

    @InModes({Mode.NO_EXECUTOR, Mode.FIXED_POOL, Mode.LOOPS})
    void areServedByteByByte(Mode mode) throws IOException {
        try (Victim victim = Victim.readingBodies(mode)) {
            for (Accepted request : AcceptedRequests.all()) {
                RawClient client = victim.connect().sendBytewise(request.bytes(), victim.server());

                assertServed(request, client);
            }
        }
    }

    /** Cuts requests at every third byte in the inner {@link Ring}, and at every byte in the outer ring. */
    @InModes({Mode.NO_EXECUTOR, Mode.FIXED_POOL})
    void areServedCutInTwo(Mode mode) throws IOException {
        try (Victim victim = Victim.readingBodies(mode)) {
            for (Accepted request : AcceptedRequests.all()) {
                RawClient client = victim.connect();
                for (int at = 1; at < request.bytes().length(); at += Ring.choose(3, 1)) {
                    client.sendSplit(request.bytes(), at, victim.server());

                    assertAnswered(request, client);
                    if (request.fate() == Fate.CLOSED) {
                        assertThat(client.fate()).as(request.name()).isEqualTo(Fate.CLOSED);
                        client = victim.connect();
                    }
                }
            }
        }
    }

    @InModes
    void areServedTwiceInOneWrite(Mode mode) throws IOException {
        try (Victim victim = Victim.readingBodies(mode)) {
            for (Accepted request : AcceptedRequests.all()) {
                if (request.fate() == Fate.CLOSED) {
                    continue;
                }
                RawClient client = victim.connect().send(request.bytes().repeat(2));

                assertThat(client.readResponse().text()).as(request.name()).isEqualTo(request.answer());
                assertServed(request, client);
            }
        }
    }

    private static void assertServed(Accepted request, RawClient client) throws IOException {
        assertAnswered(request, client);
        assertThat(client.fate()).as(request.name()).isEqualTo(request.fate());
    }

    private static void assertAnswered(Accepted request, RawClient client) throws IOException {
        Response response = client.readResponse();

        assertThat(response.statusLine()).as(request.name()).isEqualTo("HTTP/1.1 200 OK");
        assertThat(response.text()).as(request.name()).isEqualTo(request.answer());
    }
}
