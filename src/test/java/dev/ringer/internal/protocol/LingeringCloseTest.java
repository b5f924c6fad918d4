package dev.ringer.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.internal.observe.ServerCounts;
import dev.ringer.internal.time.TimeLimit;
import dev.ringer.testkit.Deadlines;
import java.lang.reflect.Proxy;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** How much of a client is dropped that sends on and on after its connection has come to its end. */
class LingeringCloseTest {
    private static final int PIECE = 1000;

    private long dropped;
    private boolean watched;
    private boolean closed;
    private long limit;

    private final Loop loop = (Loop) Proxy.newProxyInstance(
            Loop.class.getClassLoader(), new Class<?>[] {Loop.class}, (proxy, method, arguments) -> {
                if (method.getName().equals("schedule")) {
                    limit = (long) arguments[1];
                }
                return null;
            });
    private final Transport flooding = (Transport) Proxy.newProxyInstance(
            Transport.class.getClassLoader(),
            new Class<?>[] {Transport.class},
            (proxy, method, arguments) -> switch (method.getName()) {
                case "loop" -> loop;
                case "drop" -> {
                    dropped += PIECE;
                    yield PIECE;
                }
                case "watchInput" -> {
                    watched = (boolean) arguments[0];
                    yield null;
                }
                case "closed" -> closed;
                case "close" -> {
                    closed = true;
                    yield null;
                }
                default -> null;
            });

    @Test
    void dropsWhatComesInTurns() {
        LingeringClose close = new LingeringClose(flooding, new byte[PIECE], new ServerCounts());
        close.begin(1);
        long first = dropped;
        close.onReadable();

        assertThat(first).isPositive();
        assertThat(dropped).isEqualTo(2 * first);
        assertThat(watched).isTrue();
        assertThat(limit).isEqualTo(1);
    }

    @Test
    void readsNoFurtherThanItWasTold() {
        LingeringClose close = new LingeringClose(flooding, new byte[PIECE], new ServerCounts());
        close.droppingAtMost(10 * PIECE).begin(TimeLimit.OFF);

        assertThat(dropped).isBetween(10L * PIECE, 11L * PIECE);
        assertThat(watched).isFalse();
        assertThat(closed).isFalse(); // a reset would take the answer with it
        assertThat(limit).isEqualTo(TimeUnit.SECONDS.toNanos(2)); // nothing else would end it
        close.onDeadline();
        assertThat(closed).isTrue();
    }

    @Test
    void delaysAStopForAsLongAsItWasTold() {
        assertThat(new LingeringClose(flooding, new byte[PIECE], new ServerCounts()).closeIfIdle())
                .isTrue();
        assertThat(new LingeringClose(flooding, new byte[PIECE], new ServerCounts())
                        .delayingStop(Long.MAX_VALUE / 4)
                        .closeIfIdle())
                .isFalse();
        LingeringClose shortly = new LingeringClose(flooding, new byte[PIECE], new ServerCounts()).delayingStop(1);
        Deadlines.await("the delay is over", shortly::closeIfIdle);
    }
}
