package dev.ringer.internal.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.RecordedLog;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests the log of failures, which clients can cause in any number. */
class FailureLogTest {
    private static final String WHAT = "It failed at /FailureLogTest";

    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5); // the clock may overflow
    private final FailureLog failures = new FailureLog(WHAT, now::get);
    private final RecordedLog log = RecordedLog.from(Level.WARNING);

    @AfterEach
    void stopRecording() {
        log.close();
    }

    @Test
    void tellsTheFirstInFullAndTheNumberOfTheOthers() {
        for (int i = 0; i < 1000; i++) {
            failures.failed(one());
        }

        assertThat(entries()).hasSize(1);
        assertThat(entries().get(0).getThrown()).isInstanceOf(IllegalStateException.class);

        failures.close();

        assertThat(entries()).hasSize(2);
        assertThat(entries().get(1).getThrown()).isNull();
        assertThat(entries().get(1).getMessage())
                .startsWith(WHAT + "; repeated within a minute: 999 x java.lang.IllegalStateException at ")
                .contains(FailureLogTest.class.getName() + ".one(");
    }

    @Test
    void beginsAgainWithEachMinute() {
        failures.failed(one());
        now.addAndGet(TimeUnit.SECONDS.toNanos(59));
        failures.failed(one());
        assertThat(entries()).hasSize(1);

        now.addAndGet(TimeUnit.SECONDS.toNanos(1));
        failures.failed(one());

        assertThat(entries()).hasSize(3);
        assertThat(entries().get(1).getMessage()).contains("repeated within a minute: 1 x ");
        assertThat(entries().get(2).getThrown()).isNotNull();
    }

    @Test
    void saysNothingOfNothing() {
        failures.failed(one());
        now.addAndGet(TimeUnit.MINUTES.toNanos(5));
        failures.failed(one());
        failures.close();
        failures.close();

        assertThat(entries()).hasSize(2).allMatch(entry -> entry.getThrown() != null);
    }

    @Test
    void tellsEachKindInFull() {
        for (int i = 0; i < 10; i++) {
            failures.failed(one());
            failures.failed(another());
            failures.failed(new IOException("of another class"));
        }

        assertThat(entries()).hasSize(3);
    }

    @Test
    void remembersAFewKindsOnly() {
        for (int i = 0; i < 100; i++) {
            IOException failure = new IOException();
            failure.setStackTrace(new StackTraceElement[] {new StackTraceElement("Some", "code", "Some.java", i)});
            failures.failed(failure);
        }
        failures.close();

        assertThat(entries()).hasSize(FailureLog.MAX_KINDS + 1);
        assertThat(entries().get(FailureLog.MAX_KINDS).getMessage())
                .endsWith(": " + (100 - FailureLog.MAX_KINDS) + " x others");
    }

    @Test
    void bearsFailuresThatCannotBeLookedAt() {
        failures.failed(null);
        failures.failed(new IOException() {
            @Override
            public String toString() {
                throw new IllegalStateException("on purpose");
            }
        });
        failures.failed(one());

        assertThat(entries()).hasSize(1);
    }

    private static RuntimeException one() {
        return new IllegalStateException("on purpose");
    }

    private static RuntimeException another() {
        return new IllegalStateException("on purpose");
    }

    private List<LogRecord> entries() {
        return log.records(entry -> entry.getMessage().startsWith(WHAT));
    }
}
