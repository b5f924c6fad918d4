package dev.ringer.internal.http2.frame;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Tests what the writer writes, byte for byte and as the reader understands it. */
class FrameWriterTest {
    private final ByteBuffer out = ByteBuffer.allocate(100_000);

    private String written(Consumer<ByteBuffer> writing) {
        out.clear();
        writing.accept(out);
        return HexFormat.of().formatHex(out.array(), 0, out.position());
    }

    @Test
    void writesControlFrames() {
        assertThat(written(b -> FrameWriter.settings(b, Setting.MAX_CONCURRENT_STREAMS, 128, 4, -1)))
                .isEqualTo("00000c040000000000" + "000300000080" + "0004ffffffff");
        assertThat(written(FrameWriter::settingsAck)).isEqualTo("000000040100000000");
        assertThat(written(b -> FrameWriter.ping(b, true, 0x8102030405060708L)))
                .isEqualTo("0000080601000000008102030405060708");
        assertThat(written(b -> FrameWriter.ping(b, false, 1))).isEqualTo("0000080600000000000000000000000001");
        assertThat(written(b -> FrameWriter.goAway(b, 5, ErrorCode.ENHANCE_YOUR_CALM)))
                .isEqualTo("000008070000000000" + "00000005" + "0000000b");
        assertThat(written(b -> FrameWriter.rstStream(b, 7, ErrorCode.CANCEL)))
                .isEqualTo("000004030000000007" + "00000008");
        assertThat(written(b -> FrameWriter.windowUpdate(b, 0, 0x7fffffff))).isEqualTo("0000040800000000007fffffff");
        assertThat(written(b -> FrameWriter.dataHead(b, 3, 16_384, true))).isEqualTo("004000000100000003");
        assertThat(written(b -> FrameWriter.dataHead(b, 3, 5, false))).isEqualTo("000005000000000003");
    }

    @Test
    void splitsLargeBlocks() {
        for (int length : new int[] {0, 1, 99, 100, 101, 200, 201, 1_000}) {
            byte[] block = new byte[length + 2];
            Arrays.fill(block, (byte) 0x82);
            out.clear();

            FrameWriter.headers(out, 1, true, block, 1, length + 1, 100);

            assertThat(out.position()).isEqualTo(FrameWriter.headersSize(length, 100));
            byte[] frames = FrameBytes.begun()
                    .raw(Arrays.copyOf(out.array(), out.position()))
                    .bytes();
            List<String> told = FrameLog.read(frames, frames.length);
            assertThat(told).contains("headers 1 " + Math.min(length, 100) + " end", "block-end 1", "complete");
            assertThat(told.stream().filter(line -> line.startsWith("continuation")))
                    .hasSize(Math.max(0, (length - 1) / 100));
            assertThat(told.stream()
                            .filter(line -> line.startsWith("block-piece"))
                            .mapToInt(line -> (line.length() - "block-piece 1 ".length()) / 2)
                            .sum())
                    .isEqualTo(length);
        }
    }

    @Test
    void numbersErrorCodesAsTheRfcDoes() {
        assertThat(ErrorCode.NO_ERROR.code()).isZero();
        assertThat(ErrorCode.STREAM_CLOSED.code()).isEqualTo(0x5);
        assertThat(ErrorCode.COMPRESSION_ERROR.code()).isEqualTo(0x9);
        assertThat(ErrorCode.HTTP_1_1_REQUIRED.code()).isEqualTo(0xd);
    }
}
