package dev.ringer.internal.http2.frame;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every fault of a frame, found at every split. */
class FrameFaultTest {
    private static final String PRIORITY_OF_1 = "0000000110";

    private static final Map<FrameFault, List<FrameBytes>> EXAMPLES = new EnumMap<>(FrameFault.class);

    static {
        EXAMPLES.put(
                FrameFault.BAD_PREFACE,
                List.of(new FrameBytes().text("PRI * HTTP/2.0\r\n\r\nSM\r\n\rX"), new FrameBytes().text("GET /")));
        EXAMPLES.put(
                FrameFault.FIRST_FRAME_NOT_SETTINGS,
                List.of(
                        FrameBytes.preface().frame(FrameType.HEADERS, Flags.END_HEADERS, 1, "82"),
                        FrameBytes.preface().frame(FrameType.SETTINGS, Flags.ACK, 0, "")));
        EXAMPLES.put(
                FrameFault.FRAME_TOO_LARGE,
                List.of(
                        FrameBytes.begun().head(16_385, FrameType.DATA, 0, 1),
                        FrameBytes.begun().head(16_385, FrameType.HEADERS, 0, 1),
                        FrameBytes.begun().head(0xffffff, 0x77, 0, 0)));
        put(FrameFault.TOO_MUCH_PADDING, FrameType.DATA, Flags.PADDED, 1, "01");
        put(FrameFault.TOO_MUCH_PADDING, FrameType.DATA, Flags.PADDED, 1, "05 01020304");
        put(FrameFault.TOO_MUCH_PADDING, FrameType.HEADERS, Flags.PADDED, 1, "05 01020304");
        put(FrameFault.TOO_MUCH_PADDING, FrameType.HEADERS, Flags.PADDED | Flags.PRIORITY, 1, "02 0000000310 00");
        EXAMPLES.put(
                FrameFault.BLOCK_INTERRUPTED,
                List.of(
                        open().frame(FrameType.DATA, 0, 1, ""),
                        open().frame(FrameType.HEADERS, 0, 1, ""),
                        open().frame(FrameType.CONTINUATION, 0, 3, ""),
                        open().frame(FrameType.CONTINUATION, 0, 0, ""),
                        open().frame(FrameType.PRIORITY, 0, 1, "0000000310"),
                        open().frame(FrameType.PING, 0, 0, "0102030405060708"),
                        open().frame(FrameType.SETTINGS, 0, 0, ""),
                        open().frame(FrameType.WINDOW_UPDATE, 0, 0, "00000001"),
                        open().frame(0x77, 0, 0, "")));
        put(FrameFault.CONTINUATION_OF_NOTHING, FrameType.CONTINUATION, Flags.END_HEADERS, 1, "82");
        put(FrameFault.PUSH_PROMISE_FROM_CLIENT, FrameType.PUSH_PROMISE, Flags.END_HEADERS, 1, "00000002 82");
        for (int type : new int[] {FrameType.DATA, FrameType.HEADERS, FrameType.CONTINUATION}) {
            put(FrameFault.STREAM_ZERO, type, Flags.END_HEADERS, 0, "82");
        }
        put(FrameFault.STREAM_ZERO, FrameType.PRIORITY, 0, 0, PRIORITY_OF_1);
        put(FrameFault.STREAM_ZERO, FrameType.RST_STREAM, 0, 0, "00000008");
        put(FrameFault.NOT_STREAM_ZERO, FrameType.SETTINGS, 0, 1, "");
        put(FrameFault.NOT_STREAM_ZERO, FrameType.SETTINGS, Flags.ACK, 1, "");
        put(FrameFault.NOT_STREAM_ZERO, FrameType.PING, 0, 1, "0102030405060708");
        put(FrameFault.NOT_STREAM_ZERO, FrameType.GOAWAY, 0, 1, "0000000000000000");
        put(FrameFault.NOT_STREAM_ZERO, FrameType.PRIORITY_UPDATE, 0, 1, "00000001");
        put(FrameFault.EVEN_STREAM, FrameType.DATA, 0, 2, "");
        put(FrameFault.EVEN_STREAM, FrameType.HEADERS, Flags.END_HEADERS, 2, "82");
        put(FrameFault.EVEN_STREAM, FrameType.RST_STREAM, 0, 2, "00000008");
        put(FrameFault.EVEN_STREAM, FrameType.WINDOW_UPDATE, 0, 2, "00000008");
        put(FrameFault.BAD_DATA_SIZE, FrameType.DATA, Flags.PADDED, 1, "");
        put(FrameFault.BAD_HEADERS_SIZE, FrameType.HEADERS, Flags.PADDED, 1, "");
        put(FrameFault.BAD_HEADERS_SIZE, FrameType.HEADERS, Flags.PRIORITY, 1, "00000003");
        put(FrameFault.BAD_HEADERS_SIZE, FrameType.HEADERS, Flags.PADDED | Flags.PRIORITY, 1, "0000000310");
        put(FrameFault.BAD_PRIORITY_SIZE, FrameType.PRIORITY, 0, 1, "00000003");
        put(FrameFault.BAD_PRIORITY_SIZE, FrameType.PRIORITY, 0, 1, "000000031000");
        put(FrameFault.DEPENDS_ON_ITSELF, FrameType.PRIORITY, 0, 1, PRIORITY_OF_1);
        put(FrameFault.DEPENDS_ON_ITSELF, FrameType.HEADERS, Flags.PRIORITY | 4, 1, PRIORITY_OF_1 + "82");
        put(FrameFault.BAD_RST_STREAM_SIZE, FrameType.RST_STREAM, 0, 1, "000008");
        put(FrameFault.BAD_RST_STREAM_SIZE, FrameType.RST_STREAM, 0, 1, "0000000008");
        put(FrameFault.BAD_PING_SIZE, FrameType.PING, 0, 0, "01020304050607");
        put(FrameFault.BAD_PING_SIZE, FrameType.PING, Flags.ACK, 0, "010203040506070809");
        put(FrameFault.BAD_GOAWAY_SIZE, FrameType.GOAWAY, 0, 0, "00000000000000");
        put(FrameFault.BAD_WINDOW_UPDATE_SIZE, FrameType.WINDOW_UPDATE, 0, 0, "000001");
        put(FrameFault.BAD_WINDOW_UPDATE_SIZE, FrameType.WINDOW_UPDATE, 0, 1, "0000000001");
        put(FrameFault.NO_INCREMENT, FrameType.WINDOW_UPDATE, 0, 0, "80000000");
        put(FrameFault.NO_STREAM_INCREMENT, FrameType.WINDOW_UPDATE, 0, 1, "00000000");
        put(FrameFault.BAD_PRIORITY_UPDATE_SIZE, FrameType.PRIORITY_UPDATE, 0, 0, "000001");
        put(FrameFault.PRIORITY_UPDATE_OF_STREAM_ZERO, FrameType.PRIORITY_UPDATE, 0, 0, "00000000 753d31");
        put(FrameFault.BAD_SETTINGS_SIZE, FrameType.SETTINGS, 0, 0, "0003000000");
        put(FrameFault.BAD_SETTINGS_ACK_SIZE, FrameType.SETTINGS, Flags.ACK, 0, "000300000064");
        put(FrameFault.BAD_ENABLE_PUSH, FrameType.SETTINGS, 0, 0, "0002 00000002");
        put(FrameFault.INITIAL_WINDOW_TOO_LARGE, FrameType.SETTINGS, 0, 0, "0004 80000000");
        put(FrameFault.BAD_MAX_FRAME_SIZE, FrameType.SETTINGS, 0, 0, "0005 00003fff");
        put(FrameFault.BAD_MAX_FRAME_SIZE, FrameType.SETTINGS, 0, 0, "0005 01000000");
        put(FrameFault.BAD_ENABLE_CONNECT_PROTOCOL, FrameType.SETTINGS, 0, 0, "0008 00000002");
        put(FrameFault.BAD_NO_RFC7540_PRIORITIES, FrameType.SETTINGS, 0, 0, "0009 00000002");
    }

    private static FrameBytes open() {
        return FrameBytes.begun().frame(FrameType.HEADERS, 0, 1, "82");
    }

    private static void put(FrameFault fault, int type, int flags, int streamId, String payload) {
        FrameBytes example = FrameBytes.begun().frame(type, flags, streamId, payload);
        EXAMPLES.merge(fault, List.of(example), FrameFaultTest::joined);
    }

    private static List<FrameBytes> joined(List<FrameBytes> some, List<FrameBytes> more) {
        return Stream.concat(some.stream(), more.stream()).toList();
    }

    @Test
    void everyFaultHasAnExample() {
        assertThat(EXAMPLES).containsOnlyKeys(FrameFault.values());
    }

    @ParameterizedTest
    @EnumSource(FrameFault.class)
    void isFoundAtEverySplit(FrameFault fault) {
        for (FrameBytes example : EXAMPLES.get(fault)) {
            byte[] bytes = example.bytes();
            for (int split = 1; split <= bytes.length; split++) {
                List<String> lines = FrameLog.read(bytes, split, bytes.length);

                if (fault.endsConnection()) {
                    assertThat(lines).last().isEqualTo("refused " + fault);
                } else {
                    assertThat(lines).contains("fault 1 " + fault).last().isEqualTo("complete");
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(FrameFault.class)
    void saysWhichRuleItBreaks(FrameFault fault) {
        assertThat(fault.rule()).matches("RFC \\d+, [\\d.]+");
        assertThat(fault.text()).isNotBlank().doesNotEndWith(".");
        assertThat(fault.code())
                .isIn(ErrorCode.PROTOCOL_ERROR, ErrorCode.FRAME_SIZE_ERROR, ErrorCode.FLOW_CONTROL_ERROR);
    }
}
