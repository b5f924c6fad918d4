package dev.ringer.internal.http2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.http2.request.RequestHeadReader;
import dev.ringer.internal.protocol.ServerParts;
import dev.ringer.options.ServerOptions;
import dev.ringer.options.Settings;
import dev.ringer.testkit.FakeHandler;
import org.junit.jupiter.api.Test;

/** Tests the flow-control window for the content of a request. */
class ReceiveWindowTest {
    private static final int SIZE = 65_535;

    private static RequestContent content(long window) {
        ServerOptions options = ServerOptions.builder()
                .set(Settings.BODY_BUFFER, 0L)
                .set(Settings.HTTP2_WINDOW, window)
                .build();
        Http2Shared shared =
                new Http2Shared(options, ServerParts.of(options, new FakeHandler(true), new BufferedMemory(0)));
        return new RequestContent(null, shared, RequestHeadReader.UNKNOWN_LENGTH);
    }

    @Test
    void receivesNoMoreThanTheWindow() {
        RequestContent content = content(SIZE);

        assertThat(content.takeWindow(SIZE)).isTrue();
        assertThat(content.takeWindow(0)).isTrue();
        assertThat(content.takeWindow(1)).isFalse();
    }

    @Test
    void isGivenBackWhenAQuarterWasUsed() {
        RequestContent content = content(SIZE);
        content.takeWindow(SIZE);

        assertThat(content.giveBackWindow(SIZE / 4 - 1)).isZero();
        assertThat(content.takeWindow(1)).isFalse();
        assertThat(content.giveBackWindow(1)).isEqualTo(SIZE / 4);
        assertThat(content.takeWindow(SIZE / 4)).isTrue();
        assertThat(content.takeWindow(1)).isFalse();
    }

    @Test
    void staysClosedWhenTooMuchContentWasDropped() {
        RequestContent content = content(SIZE);
        content.takeWindow(SIZE);
        while (content.drains(SIZE)) {
            // until the server has dropped as much as it is willing to
        }

        assertThat(content.giveBackWindow(SIZE)).isZero();
        assertThat(content.takeWindow(1)).isFalse();
    }

    @Test
    void holdsTheLargestWindow() {
        RequestContent content = content(Integer.MAX_VALUE);

        assertThat(content.takeWindow(Integer.MAX_VALUE)).isTrue();
        assertThat(content.giveBackWindow(Integer.MAX_VALUE)).isEqualTo(Integer.MAX_VALUE);
        assertThat(content.takeWindow(Integer.MAX_VALUE)).isTrue();
    }
}
