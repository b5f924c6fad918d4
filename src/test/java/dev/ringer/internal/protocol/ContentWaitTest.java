package dev.ringer.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.ringer.internal.http.RequestLimits;
import dev.ringer.internal.http.Violation;
import dev.ringer.options.ServerOptions;
import dev.ringer.options.Settings;
import dev.ringer.testkit.FakeConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests which clients are too slow for a reader that waits without a thread. The test sets the clock. */
class ContentWaitTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final FakeConnection connection = new FakeConnection() {
        @Override
        public boolean isCurrent() {
            return true;
        }
    };
    private final List<Violation> broken = new ArrayList<>();
    private long now = SECOND;
    private long arrived;
    private boolean limited = true;
    private int ends;

    private ContentWait contentWait(int stallSeconds, long minRate) {
        ServerOptions options = ServerOptions.builder()
                .set(Settings.BODY_STALL_TIMEOUT, Duration.ofSeconds(stallSeconds))
                .set(Settings.MIN_BODY_RATE, minRate)
                .build();
        RequestLimits limits = new RequestLimits(options);
        ContentWait.Content content = new ContentWait.Content() {
            private ClientPace<Violation> pace;

            @Override
            public long arrived() {
                return arrived;
            }

            @Override
            public ClientPace<Violation> pace() {
                if (!limited) {
                    pace = null;
                } else if (pace == null) {
                    pace = ClientPace.ofBody(() -> now, limits);
                }
                return pace;
            }

            @Override
            public void breakOff(Violation rule) {
                broken.add(rule);
            }
        };
        return new ContentWait(connection, content);
    }

    /** Waits so many seconds for so many bytes, and then reads them. Returns false if the client was too slow. */
    private boolean receives(ContentWait wait, int seconds, int bytes) {
        wait.offer(() -> ends++);
        wait.begin();
        for (long end = now + seconds * SECOND; wait.waits() && now + connection.deadlineNanos() <= end; ) {
            now += connection.deadlineNanos();
            connection.meetDeadline();
        }
        if (!wait.waits()) {
            return false;
        }
        now += SECOND / 1000;
        assertThat(wait.end()).isTrue();
        arrived += bytes;
        return true;
    }

    @Test
    void findsAStall() {
        ContentWait wait = contentWait(10, 0);

        assertThat(receives(wait, 9, 1)).isTrue();
        assertThat(receives(wait, 11, 1)).isFalse();
        assertThat(broken).containsExactly(Violation.BODY_STALLED);
        assertThat(ends).isEqualTo(2);
    }

    @Test
    void findsASlowClientHoweverOftenItIsWaitedFor() {
        ContentWait wait = contentWait(60, 100);
        int waits = 0;
        while (waits < 100 && receives(wait, 5, 100)) {
            waits++;
        }

        assertThat(waits).isBetween(5, 7);
        assertThat(broken).containsExactly(Violation.BODY_TOO_SLOW);
    }

    /** Lets the client send so many bytes at intervals that are shorter than a tick of the timers. */
    private double secondsOfShortWaits(ContentWait wait, int bytes) {
        long begin = now;
        while (broken.isEmpty() && now - begin < 60 * SECOND) {
            wait.offer(() -> ends++);
            wait.begin();
            FakeConnection.runAll(connection.tasks());
            now += SECOND / 25;
            wait.end();
            arrived += bytes;
        }
        return (double) (now - begin) / SECOND;
    }

    @Test
    void findsASlowClientWhoseWaitsAreShort() {
        assertThat(secondsOfShortWaits(contentWait(60, 100), 1)).isBetween(30.0, 35.5);
        assertThat(broken).containsExactly(Violation.BODY_TOO_SLOW);
    }

    @Test
    void letsAClientLiveThatKeepsTheRateInShortWaits() {
        assertThat(secondsOfShortWaits(contentWait(60, 100), 5)).isGreaterThan(59);
        assertThat(broken).isEmpty();
    }

    @Test
    void findsAStallOfAClientWhoseWaitsEndWithoutBytes() {
        assertThat(secondsOfShortWaits(contentWait(10, 0), 0)).isBetween(10.0, 10.1);
        assertThat(broken).containsExactly(Violation.BODY_STALLED);
    }

    @Test
    void countsNoTimeBetweenWaitsThatEndWithoutBytes() {
        ContentWait wait = contentWait(10, 0);
        for (int i = 0; i < 9; i++) {
            wait.offer(() -> ends++);
            wait.begin();
            now += SECOND;
            wait.end();
            now += 60 * SECOND; // the application does something else
        }

        assertThat(receives(wait, 2, 0)).isFalse();
        assertThat(broken).containsExactly(Violation.BODY_STALLED);
    }

    @Test
    void letsAClientLiveThatKeepsTheRate() {
        ContentWait wait = contentWait(60, 100);
        for (int i = 0; i < 100; i++) {
            assertThat(receives(wait, 5, 600)).isTrue();
        }
    }

    @Test
    void countsOnlyTheTimeOfWaiting() {
        ContentWait wait = contentWait(10, 100);
        for (int i = 0; i < 20; i++) {
            assertThat(receives(wait, 0, 1)).isTrue();
            now += 60 * SECOND; // the application requests nothing
        }
    }

    @Test
    void waitsForEverWithoutLimits() {
        ContentWait wait = contentWait(10, 100);
        limited = false;
        wait.offer(() -> ends++);
        wait.begin();
        now += 1_000 * SECOND;
        assertThat(wait.end()).isTrue();

        limited = true;
        assertThat(receives(wait, 9, 1)).isTrue();
        assertThat(receives(wait, 11, 1)).isFalse();
    }

    @Test
    void waitsForEverOnceItsLimitsAreOff() {
        ContentWait wait = contentWait(10, 100);
        wait.offer(() -> ends++);
        wait.begin();
        limited = false;
        now += 1_000 * SECOND;
        connection.meetDeadline();

        assertThat(wait.waits()).isTrue();
        assertThat(broken).isEmpty();
    }

    @Test
    void limitsAWaitOnceItsLimitsAreOnAgain() {
        ContentWait wait = contentWait(10, 0);
        limited = false;
        wait.offer(() -> ends++);
        wait.begin();
        now += 1_000 * SECOND;

        limited = true;
        wait.limitSoon();
        FakeConnection.runAll(connection.tasks());
        now += 9 * SECOND;
        connection.meetDeadline();
        assertThat(wait.waits()).isTrue();
        now += SECOND;
        connection.meetDeadline();

        assertThat(broken).containsExactly(Violation.BODY_STALLED);
        assertThat(ends).isOne();
    }

    @Test
    void limitsNoWaitThatIsOver() {
        ContentWait wait = contentWait(10, 0);
        wait.offer(() -> ends++);
        assertThat(wait.end()).isTrue();

        wait.limitSoon();

        assertThat(connection.tasks()).isEmpty();
    }

    /** The client has stalled before the wait, but sends something before the loop ends the wait. */
    @Test
    void judgesNoWaitByTheOneBefore() {
        ContentWait wait = contentWait(10, 0);
        wait.offer(() -> ends++);
        wait.begin();
        now += 10 * SECOND;
        wait.end();
        wait.offer(() -> ends++);
        wait.begin();
        assertThat(connection.tasks()).hasSize(1);

        wait.end();
        arrived++;
        wait.offer(() -> ends++);
        FakeConnection.runAll(connection.tasks());
        wait.begin();

        assertThat(wait.waits()).isTrue();
        assertThat(broken).isEmpty();
    }

    @Test
    void letsOneReaderWait() {
        ContentWait wait = contentWait(10, 0);
        wait.offer(() -> ends++);

        assertThatIllegalStateException().isThrownBy(() -> wait.offer(() -> {}));
        assertThat(wait.end()).isTrue();
        assertThat(wait.end()).isFalse();
        assertThat(ends).isEqualTo(1);
    }
}
