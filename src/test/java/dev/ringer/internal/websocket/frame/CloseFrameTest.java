package dev.ringer.internal.websocket.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ringer.testkit.ClientFrames;
import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CloseFrameTest {
    @Test
    void needsNoCode() {
        assertThat(CloseFrame.parse(new byte[0])).isEqualTo(new CloseFrame(CloseCode.NO_STATUS, ""));
    }

    @Test
    void readsWhatItWrites() {
        CloseFrame frame = new CloseFrame(4321, "tschüß ☂");

        assertThat(CloseFrame.parse(frame.payload())).isEqualTo(frame);
        assertThat(new CloseFrame(CloseCode.NO_STATUS, "").payload()).isEmpty();
    }

    @Test
    void refusesOneOctet() {
        assertFault(new byte[] {3}, FrameFault.BAD_CLOSE_LENGTH);
    }

    @ParameterizedTest
    @ValueSource(ints = {1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999})
    void takesCode(int code) {
        assertThat(CloseFrame.parse(payload(code, "")).code()).isEqualTo(code);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 999, 1004, 1005, 1006, 1012, 1014, 1015, 1016, 1100, 2000, 2999, 5000, 65535})
    void refusesCode(int code) {
        assertFault(payload(code, ""), FrameFault.BAD_CLOSE_CODE);
    }

    @Test
    void takesNineCodesOfTheProtocolAndTwoThousandOthers() {
        assertThat(IntStream.range(0, 65_536).filter(CloseCode::isSendable).count())
                .isEqualTo(9 + 2000);
    }

    @Test
    void refusesReasonThatIsNoUtf8() {
        assertFault(ClientFrames.closePayload(1000, new byte[] {'a', (byte) 0xff}), FrameFault.BAD_CLOSE_REASON);
        assertFault(
                ClientFrames.closePayload(1000, new byte[] {(byte) 0xe2, (byte) 0x82}), FrameFault.BAD_CLOSE_REASON);
    }

    private static byte[] payload(int code, String reason) {
        return ClientFrames.closePayload(code, reason.getBytes(StandardCharsets.UTF_8));
    }

    private static void assertFault(byte[] payload, FrameFault fault) {
        assertThatThrownBy(() -> CloseFrame.parse(payload))
                .isInstanceOfSatisfying(
                        FrameRefused.class,
                        refused -> assertThat(refused.fault()).isEqualTo(fault));
    }
}
