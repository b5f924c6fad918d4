package dev.ringer.internal.websocket.frame;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FrameWriterTest {
    @ParameterizedTest
    @CsvSource({
        "0, 8100",
        "125, 817d",
        "126, 817e007e",
        "65535, 817effff",
        "65536, 817f0000000000010000",
        "4611686018427387904, 817f4000000000000000"
    })
    void writesTheShortestFormOfEachLength(long length, String head) {
        ByteBuffer to = ByteBuffer.allocate(FrameWriter.MAX_HEAD_SIZE);

        FrameWriter.head(to, FrameWriter.LAST | Opcode.TEXT, length);

        assertThat(HexFormat.of().formatHex(to.array(), 0, to.position())).isEqualTo(head);
        assertThat(to.position()).isEqualTo(FrameWriter.headSize(length));
    }
}
