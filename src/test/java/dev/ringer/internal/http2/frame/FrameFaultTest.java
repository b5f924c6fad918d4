package dev.ringer.internal.http2.frame;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks that each fault of a frame is found, wherever the bytes are split. */
class FrameFaultTest {
    private static final String PRIORITY_OF_1 = "0000000110";

    private static final Map<Http2Fault, List<FrameBytes>> EXAMPLES = new EnumMap<>(Http2Fault.class);

    static {
        EXAMPLES.put(
                Http2Fault.BAD_PREFACE,
                List.of(new FrameBytes().text("PRI * HTTP/2.0\r\n\r\nSM\r\n\rX"), new FrameBytes().text("GET /")));
        EXAMPLES.put(
                Http2Fault.FIRST_FRAME_NOT_SETTINGS,
                List.of(
                        FrameBytes.preface().frame(FrameType.HEADERS, Flags.END_HEADERS, 1, "82"),
                        FrameBytes.preface().frame(FrameType.SETTINGS, Flags.ACK, 0, "")));
        EXAMPLES.put(
                Http2Fault.FRAME_TOO_LARGE,
                List.of(
                        FrameBytes.begun().head(16_385, FrameType.DATA, 0, 1),
                        FrameBytes.begun().head(16_385, FrameType.HEADERS, 0, 1),
                        FrameBytes.begun().head(0xffffff, 0x77, 0, 0)));
        put(Http2Fault.TOO_MUCH_PADDING, FrameType.DATA, Flags.PADDED, 1, "01");
        put(Http2Fault.TOO_MUCH_PADDING, FrameType.DATA, Flags.PADDED, 1, "05 01020304");
        put(Http2Fault.TOO_MUCH_PADDING, FrameType.HEADERS, Flags.PADDED, 1, "05 01020304");
        put(Http2Fault.TOO_MUCH_PADDING, FrameType.HEADERS, Flags.PADDED | Flags.PRIORITY, 1, "02 0000000310 00");
        EXAMPLES.put(
                Http2Fault.BLOCK_INTERRUPTED,
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
        put(Http2Fault.CONTINUATION_OF_NOTHING, FrameType.CONTINUATION, Flags.END_HEADERS, 1, "82");
        put(Http2Fault.PUSH_PROMISE_FROM_CLIENT, FrameType.PUSH_PROMISE, Flags.END_HEADERS, 1, "00000002 82");
        for (int type : new int[] {FrameType.DATA, FrameType.HEADERS, FrameType.CONTINUATION}) {
            put(Http2Fault.STREAM_ZERO, type, Flags.END_HEADERS, 0, "82");
        }
        put(Http2Fault.STREAM_ZERO, FrameType.PRIORITY, 0, 0, PRIORITY_OF_1);
        put(Http2Fault.STREAM_ZERO, FrameType.RST_STREAM, 0, 0, "00000008");
        put(Http2Fault.NOT_STREAM_ZERO, FrameType.SETTINGS, 0, 1, "");
        put(Http2Fault.NOT_STREAM_ZERO, FrameType.SETTINGS, Flags.ACK, 1, "");
        put(Http2Fault.NOT_STREAM_ZERO, FrameType.PING, 0, 1, "0102030405060708");
        put(Http2Fault.NOT_STREAM_ZERO, FrameType.GOAWAY, 0, 1, "0000000000000000");
        put(Http2Fault.NOT_STREAM_ZERO, FrameType.PRIORITY_UPDATE, 0, 1, "00000001");
        put(Http2Fault.EVEN_STREAM, FrameType.DATA, 0, 2, "");
        put(Http2Fault.EVEN_STREAM, FrameType.HEADERS, Flags.END_HEADERS, 2, "82");
        put(Http2Fault.EVEN_STREAM, FrameType.RST_STREAM, 0, 2, "00000008");
        put(Http2Fault.EVEN_STREAM, FrameType.WINDOW_UPDATE, 0, 2, "00000008");
        put(Http2Fault.BAD_DATA_SIZE, FrameType.DATA, Flags.PADDED, 1, "");
        put(Http2Fault.BAD_HEADERS_SIZE, FrameType.HEADERS, Flags.PADDED, 1, "");
        put(Http2Fault.BAD_HEADERS_SIZE, FrameType.HEADERS, Flags.PRIORITY, 1, "00000003");
        put(Http2Fault.BAD_HEADERS_SIZE, FrameType.HEADERS, Flags.PADDED | Flags.PRIORITY, 1, "0000000310");
        put(Http2Fault.BAD_PRIORITY_SIZE, FrameType.PRIORITY, 0, 1, "00000003");
        put(Http2Fault.BAD_PRIORITY_SIZE, FrameType.PRIORITY, 0, 1, "000000031000");
        put(Http2Fault.DEPENDS_ON_ITSELF, FrameType.PRIORITY, 0, 1, PRIORITY_OF_1);
        put(Http2Fault.DEPENDS_ON_ITSELF, FrameType.HEADERS, Flags.PRIORITY | 4, 1, PRIORITY_OF_1 + "82");
        put(Http2Fault.BAD_RST_STREAM_SIZE, FrameType.RST_STREAM, 0, 1, "000008");
        put(Http2Fault.BAD_RST_STREAM_SIZE, FrameType.RST_STREAM, 0, 1, "0000000008");
        put(Http2Fault.BAD_PING_SIZE, FrameType.PING, 0, 0, "01020304050607");
        put(Http2Fault.BAD_PING_SIZE, FrameType.PING, Flags.ACK, 0, "010203040506070809");
        put(Http2Fault.BAD_GOAWAY_SIZE, FrameType.GOAWAY, 0, 0, "00000000000000");
        put(Http2Fault.BAD_WINDOW_UPDATE_SIZE, FrameType.WINDOW_UPDATE, 0, 0, "000001");
        put(Http2Fault.BAD_WINDOW_UPDATE_SIZE, FrameType.WINDOW_UPDATE, 0, 1, "0000000001");
        put(Http2Fault.NO_INCREMENT, FrameType.WINDOW_UPDATE, 0, 0, "80000000");
        put(Http2Fault.NO_STREAM_INCREMENT, FrameType.WINDOW_UPDATE, 0, 1, "00000000");
        put(Http2Fault.BAD_PRIORITY_UPDATE_SIZE, FrameType.PRIORITY_UPDATE, 0, 0, "000001");
        put(Http2Fault.PRIORITY_UPDATE_OF_STREAM_ZERO, FrameType.PRIORITY_UPDATE, 0, 0, "00000000 753d31");
        put(Http2Fault.BAD_SETTINGS_SIZE, FrameType.SETTINGS, 0, 0, "0003000000");
        put(Http2Fault.BAD_SETTINGS_ACK_SIZE, FrameType.SETTINGS, Flags.ACK, 0, "000300000064");
        put(Http2Fault.BAD_ENABLE_PUSH, FrameType.SETTINGS, 0, 0, "0002 00000002");
        put(Http2Fault.INITIAL_WINDOW_TOO_LARGE, FrameType.SETTINGS, 0, 0, "0004 80000000");
        put(Http2Fault.BAD_MAX_FRAME_SIZE, FrameType.SETTINGS, 0, 0, "0005 00003fff");
        put(Http2Fault.BAD_MAX_FRAME_SIZE, FrameType.SETTINGS, 0, 0, "0005 01000000");
        put(Http2Fault.BAD_ENABLE_CONNECT_PROTOCOL, FrameType.SETTINGS, 0, 0, "0008 00000002");
        put(Http2Fault.BAD_NO_RFC7540_PRIORITIES, FrameType.SETTINGS, 0, 0, "0009 00000002");
    }

    private static FrameBytes open() {
        return FrameBytes.begun().frame(FrameType.HEADERS, 0, 1, "82");
    }

    private static void put(Http2Fault fault, int type, int flags, int streamId, String payload) {
        FrameBytes example = FrameBytes.begun().frame(type, flags, streamId, payload);
        EXAMPLES.merge(fault, List.of(example), FrameFaultTest::joined);
    }

    private static List<FrameBytes> joined(List<FrameBytes> some, List<FrameBytes> more) {
        return Stream.concat(some.stream(), more.stream()).toList();
    }

    @Test
    void everyFaultHasAnExample() {
        assertThat(EXAMPLES)
                .containsOnlyKeys(EnumSet.range(Http2Fault.BAD_PREFACE, Http2Fault.BAD_NO_RFC7540_PRIORITIES)
                        .toArray(Http2Fault[]::new));
    }

    @ParameterizedTest
    @EnumSource(to = "BAD_NO_RFC7540_PRIORITIES")
    void isFoundAtEverySplit(Http2Fault fault) {
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
    @EnumSource(to = "BAD_NO_RFC7540_PRIORITIES")
    void hasCodeOfFrames(Http2Fault fault) {
        assertThat(fault.code())
                .isIn(ErrorCode.PROTOCOL_ERROR, ErrorCode.FRAME_SIZE_ERROR, ErrorCode.FLOW_CONTROL_ERROR);
    }
}
