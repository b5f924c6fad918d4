package dev.ringer.internal.http1;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ringer.internal.bytes.BufferPool;
import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.protocol.ServerParts;
import dev.ringer.options.ServerOptions;
import dev.ringer.testkit.FakeConnection;
import dev.ringer.testkit.FakeHandler;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the pooled buffers in which bodies arrive before their handlers are called: who uses one, and for how long. */
class BodyBuffersTest {
    private static final int LENGTH = 40_000;

    private final BufferedMemory memory = new BufferedMemory(0);
    private final Http1Shared shared = shared(memory);
    private final RequestReader requests = new RequestReader(shared);

    private static Http1Shared shared(BufferedMemory account) {
        return new Http1Shared(ServerParts.of(ServerOptions.builder().build(), new FakeHandler(), account));
    }

    /** A connection on which a body has arrived. */
    private final class Arrived {
        private final FakeConnection client = new FakeConnection(memory);
        private final Http1Connection connection = new Http1Connection(requests, client);

        Arrived(byte[]... parts) {
            connection.open(ByteBuffer.allocate(0));
            for (byte[] part : parts) {
                client.sends(part);
                do {
                    connection.onReadable();
                } while (client.hasInput() && client.applicationTasks().isEmpty());
            }
            assertThat(client.applicationTasks()).hasSize(1);
        }

        RequestBody body() {
            return connection.current().body();
        }

        byte[] buffer() {
            return connection.input().bytes();
        }
    }

    private static byte[] readAll(RequestBody body) throws IOException {
        byte[] content = new byte[2 * LENGTH];
        int size = 0;
        for (int count; (count = body.read(content, size, content.length - size)) > 0; ) {
            size += count;
        }
        return Arrays.copyOf(content, size);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 100, 8_000, 39_999, 40_000})
    void contentIsWhatTheClientSent(int chunk) throws IOException {
        for (int turn = 0; turn < 3; turn++) { // from the second turn on, the buffer contains an earlier body
            byte filling = (byte) ('a' + turn);
            Arrived arrived = new Arrived(Chunked.request(LENGTH, chunk, filling));

            assertThat(readAll(arrived.body())).hasSize(LENGTH).containsOnly(filling);
        }
    }

    @Test
    void bufferGoesToTheNextBodyOnceTheHandlerHasReadTheLast() throws IOException {
        Arrived first = new Arrived(Chunked.request(LENGTH, LENGTH));
        byte[] buffer = first.buffer();
        readAll(first.body());

        Arrived second = new Arrived(Chunked.request(LENGTH, LENGTH));

        assertThat(second.buffer()).isSameAs(buffer);
        assertThat(first.client.memory().bytes()).isZero();
    }

    @Test
    void twoBodiesThatNobodyHasReadHaveTwoBuffers() {
        Arrived first = new Arrived(Chunked.request(LENGTH, LENGTH));
        Arrived second = new Arrived(Chunked.request(LENGTH, LENGTH));

        assertThat(first.buffer()).isNotSameAs(second.buffer());
        assertThat(memory.taken()).isEqualTo(2 * Http1Shared.BODY_BUFFER);
    }

    @Test
    void readerThatOutlivesItsExchangeReadsNothingOfTheNextBody() throws IOException {
        Arrived first = new Arrived(Chunked.request(LENGTH, LENGTH, (byte) 'a'));
        RequestBody outlived = first.body();
        byte[] buffer = first.buffer();
        byte[] piece = new byte[100];
        assertThat(outlived.read(piece, 0, piece.length)).isEqualTo(piece.length);
        assertThat(outlived.end()).isTrue();
        assertThat(outlived.discard(requests.buffer, LENGTH)).isEqualTo(RequestBody.Progress.DONE);
        Arrived second = new Arrived(Chunked.request(LENGTH, LENGTH, (byte) 'b'));
        assertThat(second.buffer()).isSameAs(buffer);

        assertThatThrownBy(() -> outlived.read(piece, 0, piece.length)).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> outlived.readNow(piece, 0, piece.length)).isInstanceOf(IOException.class);

        assertThat(piece).containsOnly('a');
        assertThat(outlived.available()).isZero();
        assertThat(readAll(second.body())).hasSize(LENGTH).containsOnly('b');
    }

    @Test
    void closedConnectionGivesItsBufferBackOnlyAfterItsExchange() {
        Arrived first = new Arrived(Chunked.request(LENGTH, LENGTH));
        Http1Stream stream = first.connection.current();
        byte[] buffer = first.buffer();

        first.client.close();
        first.connection.onClosed();

        assertThat(new Arrived(Chunked.request(LENGTH, LENGTH)).buffer()).isNotSameAs(buffer);
        stream.stopReading();
        first.connection.abort(stream);
        FakeConnection.runAll(first.client.tasks());
        assertThat(first.client.memory().bytes()).isZero();
        assertThat(first.buffer()).isNull();
    }

    /** A buffer that is nearly empty goes back to the pool, although the exchange goes on. */
    @ParameterizedTest
    @ValueSource(ints = {1, 4_000, 8_000})
    void shortBodyAfterItsHeadLeavesTheBuffer(int length) {
        byte[] request = Chunked.request(length, length);
        int head = Chunked.HEAD.length();
        Arrived arrived = new Arrived(Arrays.copyOf(request, head), Arrays.copyOfRange(request, head, request.length));

        assertThat(arrived.client.memory().bytes()).isEqualTo(Http1Shared.INPUT_BUFFER);
    }

    /** As soon as a buffer is back in its pool, another loop may fill it. */
    @Test
    void contentLeavesTheBufferBeforeTheBufferGoesBack() throws IOException {
        AtomicReference<Http1Shared> both = new AtomicReference<>();
        BufferPool<byte[]> inputBuffers = new BufferPool<>(64, () -> {
            Arrays.fill(both.get().bodyBuffers.rent(), (byte) 'b'); // as another loop would
            return new byte[Http1Shared.INPUT_BUFFER];
        });
        ServerParts parts = ServerParts.of(ServerOptions.builder().build(), new FakeHandler(), memory);
        both.set(new Http1Shared(parts, System::nanoTime, inputBuffers, new BufferPool<>(64, OutputBuffer::new)));
        FakeConnection client = new FakeConnection(memory);
        Http1Connection connection = new Http1Connection(new RequestReader(both.get()), client);
        connection.open(ByteBuffer.allocate(0));
        byte[] request = Chunked.request(4_000, 4_000, (byte) 'a');
        int head = Chunked.HEAD.length();

        client.sends(Arrays.copyOf(request, head));
        connection.onReadable();
        client.sends(Arrays.copyOfRange(request, head, request.length));
        connection.onReadable();

        assertThat(readAll(connection.current().body())).hasSize(4_000).containsOnly('a');
    }

    /** Otherwise, a client could hold a large buffer with one byte for as long as a head may take. */
    @Test
    void beginningOfTheNextHeadLeavesTheBuffer() throws IOException {
        byte[] request = Chunked.request(LENGTH, LENGTH);
        byte[] more = Arrays.copyOf(request, request.length + 1);
        more[request.length] = 'G';
        Arrived arrived = new Arrived(more);
        Http1Stream stream = arrived.connection.current();
        readAll(arrived.body());
        assertThat(arrived.client.memory().bytes()).isEqualTo(Http1Shared.BODY_BUFFER);

        arrived.connection.finish(stream);
        FakeConnection.runAll(arrived.client.tasks());

        assertThat(arrived.client.memory().bytes()).isEqualTo(Http1Shared.INPUT_BUFFER);
    }

    /** Small requests need the rest of the account more than a body needs a buffer that is larger than its content. */
    @ParameterizedTest
    @ValueSource(ints = {60_000, 66_048, 80_000})
    void noBufferIsMadeForWhichTheAccountHasNoRoom(int limit) {
        BufferedMemory small = new BufferedMemory(limit);
        FakeConnection client = new FakeConnection(small);
        Http1Connection connection = new Http1Connection(new RequestReader(shared(small)), client);
        connection.open(ByteBuffer.allocate(0));

        client.sends(Chunked.request(LENGTH, LENGTH));
        connection.onReadable();

        assertThat(client.applicationTasks()).hasSize(1);
        assertThat(client.memory().bytes()).isBetween((long) LENGTH, LENGTH + 100L);
        assertThat(small.evictions() + small.refused()).isZero();
    }
}
