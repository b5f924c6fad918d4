package dev.ringer.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.ringer.options.Settings.Handlers;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ServerOptionsTest {
    private final ServerOptions defaults = ServerOptions.builder().build();

    @Test
    void isEqualWhereEverythingIs() {
        ServerOptions one = ServerOptions.builder()
                .set(Settings.MAX_BODY_SIZE, 5)
                .set(Settings.NO_DELAY, false)
                .build();
        ServerOptions same = ServerOptions.builder()
                .set(Settings.NO_DELAY, false)
                .set(Settings.MAX_BODY_SIZE, 5)
                .build();

        assertThat(one).isEqualTo(same).hasSameHashCodeAs(same).isNotEqualTo(defaults);
        assertThat(one.toBuilder().build()).isEqualTo(one);
        assertThat(one.toBuilder()
                        .set(Settings.MAX_BODY_SIZE, 0)
                        .set(Settings.NO_DELAY, true)
                        .build())
                .isEqualTo(defaults);
    }

    @Test
    void showsWhatDiffersFromTheDefaults() {
        assertThat(defaults).hasToString("ServerOptions[]");
        assertThat(ServerOptions.builder()
                        .set(Settings.MAX_BODY_SIZE, 5)
                        .set(Settings.HEAD_TIMEOUT, Duration.ofSeconds(7))
                        .set(Settings.HANDLERS, Handlers.LOOPS)
                        .build())
                .hasToString("ServerOptions[handlers=LOOPS, maxBodySize=5, headTimeout=PT7S]");
    }

    @Test
    void isNotChangedByItsBuilder() {
        ServerOptions.Builder builder = ServerOptions.builder().set(Settings.LOOPS, 3);
        ServerOptions built = builder.build();
        ServerOptions.Builder other = built.toBuilder();

        builder.set(Settings.LOOPS, 4);
        other.set(Settings.LOOPS, 5);

        assertThat(built.get(Settings.LOOPS)).isEqualTo(3);
    }

    @Test
    void refusesAValueWhenItIsSet() {
        ServerOptions.Builder builder = ServerOptions.builder();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.set(Settings.MAX_REQUEST_LINE, 15))
                .withMessage("maxRequestLine: 15 is out of range (16 to 16777216)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.set(Settings.HEAD_TIMEOUT, Duration.ofSeconds(-1)))
                .withMessageStartingWith("headTimeout must not be negative");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.set(Settings.MAX_CONNECTIONS, -1))
                .withMessageStartingWith("maxConnections: -1 is out of range (");
        assertThatNullPointerException()
                .isThrownBy(() -> builder.set(Settings.HANDLERS, null))
                .withMessage("handlers");
        assertThat(builder.build()).isEqualTo(defaults);
    }

    @Test
    void takesAnyNumberOfConnectionsForZero() {
        assertThat(ServerOptions.builder().set(Settings.MAX_CONNECTIONS, 0).build())
                .isEqualTo(defaults);
    }
}
