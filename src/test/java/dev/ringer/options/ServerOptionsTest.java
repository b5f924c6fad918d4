package dev.ringer.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.ringer.options.ServerOptions.Handlers;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ServerOptionsTest {
    private final ServerOptions defaults = ServerOptions.builder().build();

    @Test
    void isEqualWhereEverythingIs() {
        ServerOptions one =
                ServerOptions.builder().maxBodySize(5).noDelay(false).build();
        ServerOptions same =
                ServerOptions.builder().noDelay(false).maxBodySize(5).build();

        assertThat(one).isEqualTo(same).hasSameHashCodeAs(same).isNotEqualTo(defaults);
        assertThat(one.toBuilder().build()).isEqualTo(one);
        assertThat(one.toBuilder().maxBodySize(0).noDelay(true).build()).isEqualTo(defaults);
    }

    @Test
    void showsWhatDiffersFromTheDefaults() {
        assertThat(defaults).hasToString("ServerOptions[]");
        assertThat(ServerOptions.builder()
                        .maxBodySize(5)
                        .headTimeout(Duration.ofSeconds(7))
                        .handlers(Handlers.LOOPS)
                        .build())
                .hasToString("ServerOptions[handlers=LOOPS, maxBodySize=5, headTimeout=PT7S]");
    }

    @Test
    void isNotChangedByItsBuilder() {
        ServerOptionsBuilder builder = ServerOptions.builder().loops(3);
        ServerOptions built = builder.build();
        ServerOptionsBuilder other = built.toBuilder();

        builder.loops(4);
        other.loops(5);

        assertThat(built.loops()).isEqualTo(3);
    }

    @Test
    void refusesAValueWhenItIsSet() {
        ServerOptionsBuilder builder = ServerOptions.builder();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.maxRequestLine(15))
                .withMessage("maxRequestLine is not within 16 and 16777216: 15");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.headTimeout(Duration.ofSeconds(-1)))
                .withMessageStartingWith("headTimeout is negative");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.maxConnections(-2))
                .withMessageStartingWith("maxConnections is not within");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.headersMap("no.such.Map"))
                .withMessageContaining("no.such.Map");
        assertThatNullPointerException()
                .isThrownBy(() -> builder.handlers(null))
                .withMessage("handlers");
        assertThat(builder.build()).isEqualTo(defaults);
    }

    @Test
    void takesAnyNumberOfConnectionsForZero() {
        assertThat(ServerOptions.builder().maxConnections(0).build()).isEqualTo(defaults);
    }
}
