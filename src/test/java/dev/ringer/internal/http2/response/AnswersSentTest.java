package dev.ringer.internal.http2.response;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.http.RequestLimits;
import dev.ringer.internal.time.LimitClock;
import dev.ringer.options.ServerOptions;
import dev.ringer.testkit.FakeConnection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that the output counts answers to frames of the client as they leave, even if the socket is always full. */
class AnswersSentTest {
    private static final int SIZE = 17; // bytes of a PING frame

    private final FakeConnection client = new FakeConnection();
    private final FrameOutput output = new FrameOutput(
            client,
            new OutputShared(
                    new RequestLimits(ServerOptions.builder().build()),
                    new BufferedMemory(1 << 30),
                    LimitClock.INSTANCE),
            () -> {});
    private int queued;

    private void answer() {
        output.add(ControlFrame.ping(true, queued++).asAnswer());
        output.send();
    }

    private int pending() {
        return queued - output.answersSent();
    }

    @Test
    void countsNoneThatTheSocketHasNotAccepted() {
        client.takes(false);
        for (int i = 0; i < 100; i++) {
            answer();
        }
        assertThat(pending()).isEqualTo(100);

        client.takesMore(50 * SIZE);
        output.onRoom();
        assertThat(pending()).isBetween(50, 100);

        client.takes(true);
        output.onRoom();
        assertThat(pending()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {SIZE, SIZE - 1, SIZE + 1})
    void countsThoseOfAClientThatReadsSlowlyWithoutAPause(int bytesPerAnswer) {
        client.takes(false);
        int begin = 200;
        for (int i = 0; i < begin; i++) {
            answer();
        }

        for (int i = 0; i < 1_500; i++) {
            client.takesMore(bytesPerAnswer);
            output.onRoom();
            answer();

            int present = queued - client.taken().length / SIZE;
            assertThat(pending()).isBetween(present, 2 * Math.max(begin, present) + 2);
        }
    }

    @Test
    void countsNoOtherFrames() {
        output.add(ControlFrame.ping(false, 1));
        output.send();

        assertThat(output.answersSent()).isZero();
    }
}
