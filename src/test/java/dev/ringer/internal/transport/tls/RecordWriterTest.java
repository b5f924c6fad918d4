package dev.ringer.internal.transport.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ringer.internal.bytes.BufferedMemory;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** Tests application threads that write while the loop closes the connection. */
class RecordWriterTest {
    private final BufferedMemory memory = new BufferedMemory(0);
    private final TlsBuffers buffers = new TlsBuffers(TlsBuffers.newPool(memory));
    private final PieceTransport client = new PieceTransport(new byte[0], new int[0], false, false);
    private final RecordWriter writer = new RecordWriter(client, new NullCipherEngine("TLSv1.3"), buffers);

    @Test
    void takesNoBufferAfterTheRelease() {
        writer.release();

        assertThatThrownBy(() -> writer.write(ByteBuffer.allocate(100))).isInstanceOf(IOException.class);
        assertThat(memory.taken()).isZero();
    }
}
