package dev.ringer.internal.http2.hpack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.internal.http2.frame.ErrorCode;
import dev.ringer.internal.http2.frame.Http2Fault;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks that each fault of a field block is found, wherever the block is split. */
class HpackFaultTest {
    private static final Map<Http2Fault, List<String>> EXAMPLES = new EnumMap<>(Map.ofEntries(
            Map.entry(Http2Fault.INDEX_ZERO, List.of("80", "8280")),
            Map.entry(Http2Fault.INDEX_BEYOND_TABLES, List.of("be", "ff00", "7e0161", "ffffffff7f", "0f7f0161")),
            Map.entry(
                    Http2Fault.INTEGER_TOO_LONG,
                    List.of("ff808080808000", "3f808080808001", "007f818080808000", "0001617f808080808000")),
            Map.entry(
                    Http2Fault.INTEGER_TOO_LARGE,
                    List.of("ff81ffffff0f", "ffffffffff7f", "3fffffffff0f", "007fffffffff0f", "0001617fffffffff7f")),
            Map.entry(Http2Fault.PADDING_TOO_LONG, List.of("0081ff00", "00831fffff00", "000161 81ff", "000161 821fff")),
            Map.entry(Http2Fault.PADDING_NOT_ONES, List.of("00016181 00", "000161 8100", "000161 811e", "008106 00")),
            Map.entry(
                    Http2Fault.EOS_IN_STRING, List.of("000161 84ffffffff", "000161 84fffffffc", "000161 851fffffffff")),
            Map.entry(Http2Fault.SIZE_UPDATE_TOO_LARGE, List.of("3fe21f", "3fe0ffffff07")),
            Map.entry(Http2Fault.SIZE_UPDATE_TOO_LATE, List.of("8220", "0001610020", "82203f")),
            Map.entry(Http2Fault.TOO_MANY_SIZE_UPDATES, List.of("202020", "20212282")),
            Map.entry(
                    Http2Fault.BLOCK_CUT_OFF,
                    List.of(
                            "ff",
                            "ff80",
                            "40",
                            "0001",
                            "000161",
                            "00016102",
                            "0001610261",
                            "3f",
                            "0081",
                            "00016182 1f"))));

    @Test
    void everyFaultHasExamples() {
        assertThat(EXAMPLES)
                .containsOnlyKeys(EnumSet.range(Http2Fault.INDEX_ZERO, Http2Fault.BLOCK_CUT_OFF)
                        .toArray(Http2Fault[]::new));
    }

    @ParameterizedTest
    @EnumSource(from = "INDEX_ZERO", to = "BLOCK_CUT_OFF")
    void isFoundAtEverySplit(Http2Fault fault) {
        for (String example : EXAMPLES.get(fault)) {
            byte[] block = HexFormat.of().parseHex(example.replace(" ", ""));
            for (int split = 1; split <= block.length; split++) {
                assertThat(FieldLog.read(new HpackDecoder(1_000), block, split, 100))
                        .as("%s split at %d", example, split)
                        .last()
                        .isEqualTo("refused " + fault);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(from = "INDEX_ZERO", to = "BLOCK_CUT_OFF")
    void endsTheConnection(Http2Fault fault) {
        assertThat(fault.endsConnection()).isTrue();
        assertThat(fault.code()).isEqualTo(ErrorCode.COMPRESSION_ERROR);
    }
}
