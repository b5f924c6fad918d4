package dev.ringer.internal.http2.request;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ringer.internal.http.RequestLimits;
import dev.ringer.internal.http2.frame.FrameReader;
import dev.ringer.internal.http2.frame.Http2Fault;
import dev.ringer.internal.http2.frame.Http2Refused;
import dev.ringer.options.ServerOptions;
import dev.ringer.options.Settings;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Tests the limits on field blocks. */
class BlockReceiverTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final int FRAME = FrameReader.SMALLEST_MAX_FRAME_SIZE;

    private final BlockReceiver blocks = new BlockReceiver(
            new ArrayDeque<>(),
            new RequestLimits(ServerOptions.builder()
                    .set(Settings.MAX_REQUEST_HEADER_SIZE, 2L * FRAME)
                    .set(Settings.HEAD_TIMEOUT, Duration.ofSeconds(10))
                    .build()),
            false);

    private static void assertRefused(Http2Fault fault, ThrowingCallable frame) {
        assertThatExceptionOfType(Http2Refused.class)
                .isThrownBy(frame)
                .extracting(Http2Refused::fault)
                .isEqualTo(fault);
    }

    @Test
    void refusesBlocksOfManySmallFrames() {
        for (int times = 0; times < 2; times++) {
            blocks.onHeaders(100, true, 0);
            for (int i = 0; i < BlockReceiver.MAX_SMALL_FRAMES; i++) {
                blocks.onContinuation(1, 0);
            }
            blocks.onContinuation(BlockReceiver.SMALL_FRAME, 0);

            assertRefused(Http2Fault.TOO_MANY_CONTINUATIONS, () -> blocks.onContinuation(1, 0));
        }
    }

    @Test
    void countsEmptyContinuationsTwice() {
        blocks.onHeaders(100, true, 0);
        for (int i = 0; i < BlockReceiver.MAX_SMALL_FRAMES / 2; i++) {
            blocks.onContinuation(0, 0);
        }

        assertRefused(Http2Fault.TOO_MANY_CONTINUATIONS, () -> blocks.onContinuation(0, 0));
    }

    @Test
    void refusesBlocksThatAreAFrameLargerThanTheLimitOnHeads() {
        blocks.onHeaders(FRAME, true, 0);
        blocks.onContinuation(FRAME, 0);
        blocks.onContinuation(FRAME, 0);

        assertRefused(Http2Fault.BLOCK_TOO_LARGE, () -> blocks.onContinuation(1, 0));
        blocks.onHeaders(3 * FRAME, true, 0);
        assertRefused(Http2Fault.BLOCK_TOO_LARGE, () -> blocks.onHeaders(3 * FRAME + 1, true, 0));
    }

    @Test
    void refusesBlocksThatDrip() {
        blocks.onHeaders(1, true, 5 * SECOND);

        blocks.onContinuation(1, 14 * SECOND);
        blocks.onContinuation(1, 15 * SECOND - 1);
        assertRefused(Http2Fault.BLOCK_TOO_SLOW, () -> blocks.onContinuation(1, 15 * SECOND));
    }
}
