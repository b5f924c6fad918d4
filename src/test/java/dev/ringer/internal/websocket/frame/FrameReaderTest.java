package dev.ringer.internal.websocket.frame;

import static dev.ringer.testkit.ClientFrames.frames;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.ClientFrames;
import dev.ringer.testkit.Cuts;
import dev.ringer.testkit.Ring;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class FrameReaderTest {
    private static final int[] UNCUT = {};

    @Test
    void readsAMessageInOneFrame() {
        assertThat(read(frames().text("Hello"))).containsExactly("frame 1 5", "message " + hex("Hello"));
    }

    @Test
    void readsAnEmptyMessage() {
        assertThat(read(frames().text(""))).containsExactly("frame 1 0", "message ");
    }

    @Test
    void readsControlFramesBetweenFragments() {
        ClientFrames frames = frames().frame(0x01, "Hel").ping("p").frame(0x80, "lo");

        assertThat(read(frames))
                .containsExactly("frame 1 3", "control 9 " + hex("p"), "frame 0 2", "message " + hex("Hello"));
    }

    @Test
    void readsEmptyFragments() {
        ClientFrames frames =
                frames().frame(0x02, "").frame(0x00, "").frame(0x80, "").text("x");

        assertThat(read(frames))
                .containsExactly("frame 2 0", "frame 0 0", "frame 0 0", "message ", "frame 1 1", "message " + hex("x"));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 8, 9, 125, 126, 127, 65_535, 65_536, 70_001})
    void readsEachFormOfLength(int length) {
        byte[] payload = new byte[length];
        new Random(length).nextBytes(payload);

        assertThat(read(frames().binary(payload)))
                .containsExactly(
                        "frame 2 " + length, "message " + HexFormat.of().formatHex(payload));
    }

    @Test
    void tellsADeclaredLengthBeforeAnythingOfItHasCome() {
        assertThat(read(frames().raw("82 FF 40 00 00 00 00 00 00 00 01 02 03 04")))
                .containsExactly("frame 2 " + (1L << 62));
    }

    @Test
    void keepsTheCompressedBitForContinuations() {
        ClientFrames frames = frames().frame(0x41, "a").frame(0x80, "b").text("c");

        assertThat(FrameLog.of(frames.bytes(), UNCUT, true))
                .containsExactly(
                        "frame 1 compressed 1",
                        "frame 0 compressed 1",
                        "message " + hex("ab"),
                        "frame 1 1",
                        "message " + hex("c"));
    }

    /** Faulty frames for every fault that the reader itself finds. */
    private enum Faulty {
        FIRST_RESERVED_BIT(FrameFault.RESERVED_BITS, frames().raw("C1 80 01 02 03 04")),
        SECOND_RESERVED_BIT(FrameFault.RESERVED_BITS, frames().raw("A1 80 01 02 03 04")),
        THIRD_RESERVED_BIT(FrameFault.RESERVED_BITS, frames().raw("91 80 01 02 03 04")),
        RESERVED_BIT_OF_CONTINUATION(
                FrameFault.RESERVED_BITS, frames().frame(0x01, "a").raw("C0 80 01 02 03 04")),
        RESERVED_BIT_OF_PING(FrameFault.RESERVED_BITS, frames().raw("C9 80 01 02 03 04")),
        OPCODE_3(FrameFault.UNKNOWN_OPCODE, frames().raw("83 80 01 02 03 04")),
        OPCODE_7(FrameFault.UNKNOWN_OPCODE, frames().raw("87 80 01 02 03 04")),
        OPCODE_11(FrameFault.UNKNOWN_OPCODE, frames().raw("8B 80 01 02 03 04")),
        OPCODE_15(FrameFault.UNKNOWN_OPCODE, frames().raw("8F 80 01 02 03 04")),
        UNMASKED_TEXT(FrameFault.UNMASKED, frames().raw("81 01 41")),
        UNMASKED_PING(FrameFault.UNMASKED, frames().raw("89 00")),
        PING_OF_126(FrameFault.CONTROL_TOO_LONG, frames().frame(0x89, new byte[126])),
        CLOSE_OF_70000(FrameFault.CONTROL_TOO_LONG, frames().frame(0x88, new byte[70_000])),
        FRAGMENT_OF_PING(FrameFault.CONTROL_FRAGMENTED, frames().frame(0x09, "a")),
        FRAGMENT_OF_CLOSE(FrameFault.CONTROL_FRAGMENTED, frames().frame(0x08, "")),
        CONTINUATION_FIRST(FrameFault.CONTINUATION_OF_NOTHING, frames().frame(0x80, "a")),
        CONTINUATION_AFTER_THE_END(
                FrameFault.CONTINUATION_OF_NOTHING, frames().text("a").frame(0x00, "b")),
        TEXT_IN_TEXT(FrameFault.MESSAGE_IN_MESSAGE, frames().frame(0x01, "a").text("b")),
        BINARY_IN_TEXT(FrameFault.MESSAGE_IN_MESSAGE, frames().frame(0x01, "a").frame(0x02, "b")),
        SHORT_IN_16_BITS(FrameFault.LENGTH_NOT_MINIMAL, frames().raw("81 FE 00 7D 01 02 03 04")),
        ZERO_IN_64_BITS(FrameFault.LENGTH_NOT_MINIMAL, frames().raw("81 FF 00 00 00 00 00 00 00 00 01 02 03 04")),
        MEDIUM_IN_64_BITS(FrameFault.LENGTH_NOT_MINIMAL, frames().raw("81 FF 00 00 00 00 00 00 FF FF 01 02 03 04")),
        TOP_BIT(FrameFault.LENGTH_TOO_LARGE, frames().raw("82 FF 80 00 00 00 00 00 00 00 01 02 03 04")),
        ALL_BITS(FrameFault.LENGTH_TOO_LARGE, frames().raw("82 FF FF FF FF FF FF FF FF FF 01 02 03 04"));

        private final FrameFault fault;
        private final ClientFrames frames;

        Faulty(FrameFault fault, ClientFrames frames) {
            this.fault = fault;
            this.frames = frames;
        }
    }

    @ParameterizedTest
    @EnumSource
    void refuses(Faulty faulty) {
        byte[] bytes = faulty.frames.bytes();

        assertThat(FrameLog.of(bytes, UNCUT, false)).last().isEqualTo(faulty.fault.name());
        assertThat(faulty.fault.code()).isEqualTo(CloseCode.PROTOCOL_ERROR);
        for (int[] cuts : Cuts.of(bytes)) {
            assertThat(FrameLog.of(bytes, cuts, false)).last().isEqualTo(faulty.fault.name());
        }
    }

    @Test
    void refusesReservedBitsOfContinuationsAndControlFramesWithCompressionToo() {
        for (Faulty faulty : List.of(Faulty.RESERVED_BIT_OF_CONTINUATION, Faulty.RESERVED_BIT_OF_PING)) {
            assertThat(FrameLog.of(faulty.frames.bytes(), UNCUT, true)).last().isEqualTo("RESERVED_BITS");
        }
    }

    /** Compares the reader with {@link FrameOracle} on long random conversations, split in many ways. */
    @Test
    void readsWhatAPlainReaderReadsHoweverItIsCut() {
        Random random = new Random(16);
        for (int round = 0; round < Ring.choose(200, 1000); round++) {
            byte[] bytes = conversation(random);
            boolean mayCompress = random.nextBoolean();
            List<String> expected = FrameOracle.of(bytes, mayCompress);

            List<int[]> ways = new ArrayList<>(Cuts.of(bytes));
            ways.add(UNCUT);
            for (int[] cuts : ways) {
                assertThat(FrameLog.of(bytes, cuts, mayCompress))
                        .as("round %d, cut at %s", round, Arrays.toString(cuts))
                        .isEqualTo(expected);
            }
        }
    }

    private static byte[] conversation(Random random) {
        ClientFrames frames = frames();
        int[] firsts = {0x81, 0x82, 0x01, 0x02, 0x00, 0x80, 0x89, 0x8A, 0x88, 0xC1, 0x42};
        boolean inMessage = false;
        for (int i = random.nextInt(8); i >= 0; i--) {
            int first = firsts[random.nextInt(firsts.length)];
            boolean control = (first & 8) != 0;
            if (!control && inMessage != ((first & 15) == 0) && random.nextInt(20) > 0) {
                first ^= inMessage ? first & 0x7f : 0x02; // usually an opcode that may follow
            }
            int length = control ? random.nextInt(126) : random.nextInt(random.nextInt(30) == 0 ? 70_000 : 300);
            byte[] payload = new byte[length];
            random.nextBytes(payload);
            frames.frame(random.nextInt(60) == 0 ? random.nextInt(256) : first, payload);
            inMessage = control ? inMessage : first < 0x80;
        }
        byte[] bytes = frames.bytes();
        if (random.nextInt(4) == 0 && bytes.length > 0) {
            bytes[random.nextInt(Math.min(bytes.length, 40))] ^= (byte) (1 << random.nextInt(8));
        }
        return random.nextInt(3) == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length + 1)) : bytes;
    }

    @Test
    void leavesWhatLiesBehindTheFrame() {
        byte[] bytes = frames().text("ab").text("cd").bytes();
        byte[] read = bytes.clone();
        new FrameReader(new FrameLog(), false).readFrame(read, 0, read.length);

        assertThat(Arrays.copyOfRange(read, 8, 16)).isEqualTo(Arrays.copyOfRange(bytes, 8, 16));
    }

    private static List<String> read(ClientFrames frames) {
        byte[] bytes = frames.bytes();
        List<String> whole = FrameLog.of(bytes, UNCUT, false);
        for (int[] cuts : Cuts.of(bytes)) {
            assertThat(FrameLog.of(bytes, cuts, false)).isEqualTo(whole);
        }
        IntStream.range(0, Math.min(bytes.length, 40))
                .forEach(cut ->
                        assertThat(FrameLog.of(bytes, new int[] {cut}, false)).isEqualTo(whole));
        return whole;
    }

    private static String hex(String text) {
        return text.chars().mapToObj(c -> String.format("%02x", c)).collect(Collectors.joining());
    }
}
