package dev.ringer.internal.http1;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.protocol.ServerParts;
import dev.ringer.options.ServerOptions;
import dev.ringer.testkit.FakeConnection;
import dev.ringer.testkit.FakeHandler;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests bodies that a handler reads in small pieces and the server in large ones. */
class ReadAheadTest {
    private static final int LENGTH = 200_000;
    private static final byte[] PIECE = new byte[4096];

    private final Http1Shared shared =
            new Http1Shared(ServerParts.of(ServerOptions.builder().build(), new FakeHandler(), new BufferedMemory(0)));

    @Test
    void fetchesMoreThanItIsAskedForAndGivesTheBufferBack() throws IOException {
        RequestBody body = newBody(LENGTH);

        assertThat(body.read(PIECE, 0, PIECE.length)).isEqualTo(PIECE.length);
        assertThat(body.available()).isEqualTo(ReadAheadBuffers.CAPACITY - PIECE.length);
        assertThat(shared.readAheadBuffers.rented()).isOne();

        int read = PIECE.length;
        for (int count; (count = body.read(PIECE, 0, PIECE.length)) > 0; ) {
            read += count;
        }
        assertThat(read).isEqualTo(LENGTH);
        assertThat(shared.readAheadBuffers.rented()).isZero();
    }

    @Test
    void goesWithoutWhenAllAreOut() throws IOException {
        List<RequestBody> bodies = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            bodies.add(newBody(LENGTH));
            assertThat(bodies.get(i).read(PIECE, 0, PIECE.length)).isEqualTo(PIECE.length);
        }
        assertThat(shared.readAheadBuffers.rented()).isEqualTo(16);

        bodies.forEach(RequestBody::end);
        assertThat(shared.readAheadBuffers.rented()).isZero();
    }

    @Test
    void countsWhatItFetchedAsSomethingToDrain() throws IOException {
        RequestBody body = newBody(100_000);
        body.read(PIECE, 0, PIECE.length);
        assertThat(body.end()).isTrue();

        assertThat(body.drainable(100_000 - PIECE.length)).isFalse();
        assertThat(body.drainable(100_001 - PIECE.length)).isTrue();
        assertThat(body.discard(new byte[8192], 100_000 - PIECE.length)).isEqualTo(RequestBody.Progress.DONE);
        assertThat(body.complete()).isTrue();

        RequestBody larger = newBody(100_001);
        larger.read(PIECE, 0, PIECE.length);
        assertThat(larger.end()).isTrue();

        assertThat(larger.discard(new byte[8192], 100_000 - PIECE.length)).isEqualTo(RequestBody.Progress.IMPOSSIBLE);
    }

    @Test
    void holdsNothingAfterADrainThatWasTooLong() throws IOException {
        RequestBody body = newBody(LENGTH);
        assertThat(body.end()).isTrue();

        assertThat(body.discard(new byte[8192], 20_000)).isEqualTo(RequestBody.Progress.IMPOSSIBLE);
        assertThat(shared.readAheadBuffers.rented()).isZero();
    }

    @Test
    void countsWhatAllCallsDrop() {
        FakeConnection client = new FakeConnection().sends(new byte[6_000]);
        RequestBody body =
                LoneStream.of(client, shared, "Content-Length: 20000").body();
        assertThat(body.end()).isTrue();

        assertThat(body.discard(new byte[8192], 10_000)).isEqualTo(RequestBody.Progress.MORE_TO_COME);
        client.sends(new byte[6_000]);
        assertThat(body.discard(new byte[8192], 10_000)).isEqualTo(RequestBody.Progress.IMPOSSIBLE);
    }

    /** Returns a body that has arrived. */
    private RequestBody newBody(int length) {
        FakeConnection client = new FakeConnection().sends(new byte[length]);
        return LoneStream.of(client, shared, "Content-Length: " + length).body();
    }
}
