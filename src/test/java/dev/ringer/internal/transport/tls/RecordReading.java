package dev.ringer.internal.transport.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.internal.bytes.BufferPool;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLEngine;

/**
 * Reads records as a connection does, into targets of a given size. Between any two reads, other connections use the
 * loop's buffer.
 *
 * @param data the data that was read, as ISO 8859-1
 * @param end how the stream of records ended
 */
record RecordReading(String data, End end) {
    /** How a stream of records ends. */
    enum End {
        /** By the client's {@code close_notify}. */
        IN_ORDER,
        /** By the end of the TCP connection. */
        CUT_OFF,
        /** By a record that is refused. */
        REFUSED
    }

    private static final String CUT_OFF =
            "The client closed the connection without a TLS close_notify; data may be missing";

    /** The number of bytes that another connection reads into the loop's buffer. */
    private static final int OTHERS_BYTES = 64;

    /** The most buffers of one connection: one for ciphertext, one for plaintext, one for answers. */
    private static final int MOST_BUFFERS = 3;

    static RecordReading of(SSLEngine engine, PieceTransport transport, int targetSize) {
        return of(engine, transport, targetSize, () -> 0);
    }

    static RecordReading of(SSLEngine engine, PieceTransport transport, int targetSize, LongSupplier clock) {
        AtomicInteger made = new AtomicInteger();
        BufferPool<ByteBuffer> pool = new BufferPool<>(4, () -> {
            made.incrementAndGet();
            return ByteBuffer.allocate(TlsBuffers.CAPACITY);
        });
        TlsBuffers buffers = new TlsBuffers(pool);
        RecordWriter writer = new RecordWriter(transport, engine, buffers);
        RecordReader reader = new RecordReader(
                engine, new CiphertextInput(transport, buffers), writer, buffers, transport.memory(), clock);

        RecordReading reading = of(reader, buffers, targetSize);
        reader.release();
        writer.release();

        int inAll = made.get();
        assertThat(inAll).isLessThanOrEqualTo(MOST_BUFFERS);
        for (int i = 0; i < inAll; i++) {
            pool.rent();
        }
        assertThat(made.get()).as("buffers are given back").isEqualTo(inAll);
        return reading;
    }

    private static RecordReading of(RecordReader reader, TlsBuffers buffers, int targetSize) {
        StringBuilder data = new StringBuilder();
        byte[] target = new byte[targetSize + 2];
        try {
            while (true) {
                int count = reader.read(ByteBuffer.wrap(target, 1, targetSize));
                Arrays.fill(buffers.loopBuffer().array(), 0, OTHERS_BYTES, (byte) NullCipherEngine.DATA);
                if (count < 0) {
                    return new RecordReading(data.toString(), End.IN_ORDER);
                }
                if (count == 0) {
                    assertThat(reader.ready())
                            .as("something to read, of which no selector tells")
                            .isFalse();
                }
                data.append(new String(target, 1, count, StandardCharsets.ISO_8859_1));
            }
        } catch (IOException e) {
            return new RecordReading(data.toString(), CUT_OFF.equals(e.getMessage()) ? End.CUT_OFF : End.REFUSED);
        }
    }
}
