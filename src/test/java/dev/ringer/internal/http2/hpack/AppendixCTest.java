package dev.ringer.internal.http2.hpack;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the decoder and the encoder with the examples of RFC 7541, appendix C. */
class AppendixCTest {
    private static final Map<String, Integer> STATIC_LINES = Map.of(
            ":method: GET", 2,
            ":scheme: http", 6,
            ":scheme: https", 7,
            ":path: /", 4,
            ":path: /index.html", 5);

    private static final Map<String, Integer> STATIC_NAMES = Map.of(
            ":authority", 1,
            ":path", 4,
            ":status", 8,
            "cache-control", 24,
            "content-encoding", 26,
            "date", 33,
            "location", 46,
            "set-cookie", 55);

    private static final Set<String> NOT_INDEXED = Set.of(":path: /sample/path");

    static List<AppendixC> examples() {
        return AppendixC.ALL;
    }

    @ParameterizedTest
    @MethodSource("examples")
    void isDecodedAtEverySplit(AppendixC example) {
        int longest =
                example.blocks().stream().mapToInt(b -> b.bytes().length).max().orElseThrow();
        for (int split = 1; split <= longest; split++) {
            HpackDecoder decoder = new HpackDecoder(10_000);
            FieldLog.read(decoder, sizeUpdate(example.tableSize()), 100);

            for (AppendixC.Block block : example.blocks()) {
                assertThat(FieldLog.read(decoder, block.bytes(), split, 1_000))
                        .as("split at %d", split)
                        .isEqualTo(block.lines());
                assertThat(decoder.tableSize()).isEqualTo(block.tableSize());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void isDecodedByteByByte(AppendixC example) {
        HpackDecoder decoder = new HpackDecoder(10_000);
        FieldLog.read(decoder, sizeUpdate(example.tableSize()), 1);

        for (AppendixC.Block block : example.blocks()) {
            assertThat(FieldLog.read(decoder, block.bytes(), 1)).isEqualTo(block.lines());
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void isEncoded(AppendixC example) {
        HpackEncoder encoder = new HpackEncoder(example.strings());
        encoder.limitTable(example.tableSize());
        encoder.begin();
        assertThat(Arrays.copyOf(encoder.block(), encoder.size()))
                .isEqualTo(example.tableSize() == 4096 ? new byte[0] : sizeUpdate(example.tableSize()));

        for (AppendixC.Block block : example.blocks()) {
            encoder.begin();
            block.lines().forEach(line -> encode(encoder, line));

            assertThat(HexFormat.of().formatHex(encoder.block(), 0, encoder.size()))
                    .isEqualTo(block.hex().replace(" ", ""));
            assertThat(encoder.tableSize()).isEqualTo(block.tableSize());
        }
    }

    private static void encode(HpackEncoder encoder, String line) {
        String[] parts = line.split(": ", 2);
        String value = parts[1].replace(" (never indexed)", "");
        int name = STATIC_NAMES.getOrDefault(parts[0], 0);
        if (STATIC_LINES.containsKey(line)) {
            encoder.staticLine(STATIC_LINES.get(line));
            return;
        }
        boolean secret = !value.equals(parts[1]);
        if (!secret && !NOT_INDEXED.contains(line)) {
            encoder.comesAgain(parts[0], value); // the examples index a line when it comes for the first time
        }
        if (parts[0].equals(":status")) {
            encoder.status(Integer.parseInt(value));
        } else {
            encoder.line(parts[0], value, name, secret);
        }
    }

    private static byte[] sizeUpdate(int size) {
        return HexFormat.of().parseHex(size == 256 ? "3fe101" : "3fe11f");
    }
}
