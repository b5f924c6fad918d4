package dev.ringer.internal.http2.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests valid frames, whole and in pieces. {@link FrameFaultTest} tests invalid frames. */
class FrameReaderTest {
    private static final int WHOLE = Integer.MAX_VALUE >> 1;

    /** Type, flags, stream and payload of a frame; then the lines of its log. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 | 0 | 1 | 68656c6c6f | data 1 5;data-piece 1 68656c6c6f;data-end 1",
                "0 | 1 | 1 | 68656c6c6f | data 1 5 end;data-piece 1 68656c6c6f;data-end 1 end",
                "0 | 1 | 3 | '' | data 3 0 end;data-end 3 end",
                "0 | 8 | 3 | 026869 0000 | data 3 5;data-piece 3 6869;data-end 3",
                "0 | 9 | 3 | 00 | data 3 1 end;data-end 3 end",
                "0 | 8 | 3 | 03 000000 | data 3 4;data-end 3",
                "1 | 4 | 1 | 8286 | headers 1 2;block-piece 1 8286;block-end 1",
                "1 | 5 | 1 | 8286 | headers 1 2 end;block-piece 1 8286;block-end 1",
                "1 | 12 | 1 | 01 8286 00 | headers 1 4;block-piece 1 8286;block-end 1",
                "1 | 36 | 3 | 8000000110 8286 | headers 3 7;block-piece 3 8286;block-end 3",
                "1 | 45 | 3 | 02 0000000110 8286 0000 | headers 3 10 end;block-piece 3 8286;block-end 3",
                "1 | 36 | 3 | 0000000310 8286 "
                        + "| headers 3 7;fault 3 DEPENDS_ON_ITSELF;block-piece 3 8286;block-end 3",
                "1 | 4 | 1 | '' | headers 1 0;block-end 1",
                "2 | 0 | 5 | 0000000310 | priority 5",
                "2 | 0 | 4 | 0000000310 | priority 4",
                "3 | 0 | 5 | 00000008 | rst-stream 5 8",
                "3 | 0 | 5 | ffffffff | rst-stream 5 4294967295",
                "4 | 0 | 0 | 0003 00000064 0004 7fffffff | setting 3 100;setting 4 2147483647;settings-end",
                "4 | 0 | 0 | abcd ffffffff | setting 43981 4294967295;settings-end",
                "4 | 1 | 0 | '' | settings-ack",
                "6 | 0 | 0 | 8102030405060708 | ping 8102030405060708",
                "6 | 1 | 0 | 0102030405060708 | ping-ack 102030405060708",
                "7 | 0 | 0 | 80000005 00000002 | go-away 5 2",
                "7 | 0 | 0 | 00000005 00000002 646562 | go-away 5 2",
                "8 | 0 | 0 | 00000001 | window-update 0 1",
                "8 | 0 | 7 | ffffffff | window-update 7 2147483647",
                "16 | 0 | 0 | 00000005 753d31 | priority-update 5 u=1",
                "16 | 0 | 0 | 00000005 | priority-update 5 ''",
                "32 | 255 | 6 | 0102 | ignored 32 2",
                "32 | 0 | 0 | '' | ignored 32 0",
            })
    void tellsOfEachFrameAtEverySplit(int type, int flags, int streamId, String payload, String told) {
        byte[] bytes = FrameBytes.begun().frame(type, flags, streamId, payload).bytes();
        List<String> expected = Arrays.stream(told.split(";"))
                .map(line -> line.replace("''", ""))
                .toList();

        for (int split = 1; split <= bytes.length; split++) {
            List<String> lines = FrameLog.read(bytes, split, WHOLE);

            assertThat(lines.subList(1, lines.size() - 1))
                    .as("split at %d", split)
                    .isEqualTo(expected);
            assertThat(lines.get(lines.size() - 1)).isEqualTo("complete");
        }
        assertThat(FrameLog.read(bytes, 1)).isEqualTo(FrameLog.read(bytes, WHOLE));
    }

    @Test
    void putsBlocksOfSeveralFramesTogether() {
        byte[] bytes = FrameBytes.begun()
                .frame(FrameType.HEADERS, Flags.END_STREAM, 5, "82")
                .frame(FrameType.CONTINUATION, 0, 5, "")
                .frame(FrameType.CONTINUATION, Flags.END_HEADERS, 5, "8684")
                .bytes();

        List<String> lines = FrameLog.read(bytes, WHOLE);

        assertThat(lines)
                .containsExactly(
                        "settings-end",
                        "headers 5 1 end",
                        "block-piece 5 82",
                        "continuation 5 0",
                        "continuation 5 2",
                        "block-piece 5 8684",
                        "block-end 5",
                        "complete");
    }

    @Test
    void passesOverPriorityUpdatesOfUnusualLength() {
        byte[] bytes = FrameBytes.begun()
                .frame(FrameType.PRIORITY_UPDATE, 0, 0, "00000001" + "20".repeat(61))
                .bytes();

        assertThat(FrameLog.read(bytes, WHOLE)).containsExactly("settings-end", "ignored 16 65", "complete");
    }

    @Test
    void takesFramesOfTheLargestSize() {
        byte[] bytes = FrameBytes.begun()
                .frame(FrameType.DATA, 0, 1, "00".repeat(16_384))
                .bytes();

        assertThat(FrameLog.read(bytes, 1_000)).contains("data 1 16384", "data-end 1", "complete");
    }

    @Test
    void stopsAfterEachFrame() {
        FrameLog log = new FrameLog();
        FrameReader reader = new FrameReader(log, 16_384);
        ByteBuffer input = ByteBuffer.wrap(FrameBytes.begun()
                .frame(FrameType.PING, 0, 0, "0102030405060708")
                .bytes());

        assertThat(reader.readFrame(input)).isTrue(); // the preface
        assertThat(input.remaining()).isEqualTo(9 + 17);
        assertThat(reader.readFrame(input)).isTrue();
        assertThat(input.remaining()).isEqualTo(17);
        assertThat(reader.readFrame(input)).isTrue();
        assertThat(reader.readFrame(input)).isFalse();
    }

    @Test
    void goesOnBehindAPieceThatTheHandlerLeavesAlone() {
        StringBuilder told = new StringBuilder();
        FrameHandler lazy = new QuietHandler() {
            @Override
            public void onPing(boolean ack, long payload) {
                told.append(payload);
            }
        };
        byte[] bytes = FrameBytes.begun()
                .frame(FrameType.DATA, 0, 1, "0102030405")
                .frame(FrameType.PING, 0, 0, "0000000000000007")
                .bytes();
        ByteBuffer input = ByteBuffer.wrap(bytes);
        FrameReader reader = new FrameReader(lazy, 16_384);

        while (reader.readFrame(input)) {}

        assertThat(told).hasToString("7");
    }

    /**
     * Type, flags and stream of a frame; the number of octets that are missing at its end; whether content is expected.
     */
    @ParameterizedTest
    @CsvSource({"0,0,1,3,true", "0,1,1,3,false", "0,0,1,0,true", "0,1,1,0,false", "32,0,1,3,false", "32,0,1,0,false"})
    void expectsContentUntilAStreamEnds(int type, int flags, int streamId, int missing, boolean expected) {
        byte[] bytes =
                FrameBytes.begun().frame(type, flags, streamId, "68656c6c6f").bytes();
        FrameReader reader = new FrameReader(new FrameLog(), WHOLE);
        assertThat(reader.expectsContent()).isFalse();
        ByteBuffer input = ByteBuffer.wrap(bytes, 0, bytes.length - missing);
        while (input.hasRemaining()) {
            reader.readFrame(input);
        }

        assertThat(reader.expectsContent()).isEqualTo(expected);
    }

    @Test
    void staysRefused() {
        FrameReader reader = new FrameReader(new FrameLog(), 16_384);
        assertThatThrownBy(() -> reader.readFrame(ByteBuffer.wrap(new byte[] {'G'})))
                .isInstanceOf(Http2Refused.class);

        assertThatThrownBy(() ->
                        reader.readFrame(ByteBuffer.wrap(FrameBytes.begun().bytes())))
                .isInstanceOfSatisfying(
                        Http2Refused.class, e -> assertThat(e.fault()).isEqualTo(Http2Fault.BAD_PREFACE));
    }

    @Test
    void comparesPrefaces() {
        byte[] preface = FrameBytes.preface().bytes();
        for (int length = 0; length < preface.length; length++) {
            assertThat(ConnectionPreface.compare(ByteBuffer.wrap(preface, 0, length)))
                    .isEqualTo(ConnectionPreface.Verdict.BEGINS);
        }

        assertThat(ConnectionPreface.compare(ByteBuffer.wrap(FrameBytes.begun().bytes())))
                .isEqualTo(ConnectionPreface.Verdict.COMPLETE);
        assertThat(ConnectionPreface.compare(ByteBuffer.wrap("PRI * HTTP/1.1\r\n".getBytes())))
                .isEqualTo(ConnectionPreface.Verdict.DIFFERS);
        assertThat(ConnectionPreface.compare(ByteBuffer.wrap("PUT / HTTP/1.1\r\n".getBytes())))
                .isEqualTo(ConnectionPreface.Verdict.DIFFERS);
    }
}
