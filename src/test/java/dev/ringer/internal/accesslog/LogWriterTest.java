package dev.ringer.internal.accesslog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ringer.options.AccessLogOptions.Format;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Ring;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that a log destination that blocks or fails loses lines, but delays nobody. */
@Execution(ExecutionMode.CONCURRENT)
class LogWriterTest {
    private static final long PATIENCE_NANOS = Deadlines.PATIENCE.toNanos();

    @Test
    void dropsWhatThereIsNoRoomForAndWritesTheRest() {
        CountDownLatch writing = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        AtomicInteger lines = new AtomicInteger();
        LogWriter writer = new LogWriter((bytes, length) -> {
            writing.countDown();
            Deadlines.await(goOn);
            lines.addAndGet(countLines(bytes, length));
        });
        writer.start();
        try (Records records = new Records(Format.COMMON)) {
            assertThat(writer.add(ended(records))).isTrue();
            Deadlines.await(writing); // the writer has taken one line, and waits
            int added = 0;
            while (writer.add(ended(records))) {
                added++;
            }

            assertThat(added).isEqualTo(RecordQueue.CAPACITY);
            assertThat(writer.add(ended(records))).isFalse();
            goOn.countDown();
            writer.close(PATIENCE_NANOS);
            assertThat(lines).hasValue(1 + added);
        }
    }

    @Test
    void holdsFewLargeRecords() {
        CountDownLatch writing = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        LogWriter writer = new LogWriter((bytes, length) -> {
            writing.countDown();
            Deadlines.await(goOn);
        });
        writer.start();
        try (Records records = new Records(Format.COMMON)) {
            writer.add(ended(records));
            Deadlines.await(writing);
            int large = 0;
            while (writer.add(records.of("/", "x".repeat(10_000), ""))) {
                large++;
            }

            assertThat((long) large * LoggedRequest.MAX_BYTES).isLessThanOrEqualTo(RecordQueue.MAX_LARGE_BYTES);
            assertThat(writer.add(ended(records))).isTrue(); // small records still fit
            goOn.countDown();
            writer.close(PATIENCE_NANOS);
        }
    }

    @Test
    void countsWhatCouldNotBeWrittenAndGoesOn() {
        assertCountsWhatIsLostIn((bytes, length) -> {
            throw new IOException("No space left on device");
        });
        assertCountsWhatIsLostIn((bytes, length) -> {
            throw new AssertionError("by a log handler of the application");
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4})
    void countsTheLinesThatAreNotInTheFileAfterAPartOfThemWasWritten(int whole) {
        try (Records one = new Records(Format.COMMON);
                Records other = new Records(Format.JSON)) {
            // where the file ends, counted from the end of the last whole line
            for (int further : new int[] {0, -1, 1, 5}) {
                long before = one.log().dropped() + other.log().dropped();
                AtomicInteger kept = new AtomicInteger(-1);
                LogWriter writer = new LogWriter((bytes, length) -> {
                    int cut = Math.max(0, Math.min(length, endOf(whole, bytes) + further));
                    // what a reader finds in the file after the next line end was added
                    String file = new String(bytes, 0, cut, StandardCharsets.US_ASCII) + '\n';
                    String all = new String(bytes, 0, length, StandardCharsets.US_ASCII);
                    kept.set((int)
                            file.lines().filter(all.lines().toList()::contains).count());
                    throw new CutOffException(cut, new IOException("No space left on device"));
                });
                for (Records records : List.of(one, other, one, other)) {
                    writer.add(ended(records));
                }
                writer.start(); // only now, so that all lines are in one batch
                writer.close(PATIENCE_NANOS);

                assertThat(one.log().dropped() + other.log().dropped() - before).isEqualTo(4 - kept.get());
            }
        }
    }

    private static int endOf(int lines, byte[] bytes) {
        int end = 0;
        for (int left = lines; left > 0; end++) {
            left -= bytes[end] == '\n' ? 1 : 0;
        }
        return end;
    }

    @Test
    void chargesDroppedLinesToTheServersWhoseLinesTheyAre() {
        try (Records one = new Records(Format.COMMON);
                Records other = new Records(Format.JSON)) {
            LogWriter writer = new LogWriter((bytes, length) -> {
                throw new IOException("No space left on device");
            });
            for (int i = 0; i < 1000; i++) { // several batches; the later ones come within the pause after the failure
                writer.add(ended(one));
                writer.add(ended(i % 4 == 0 ? other : one));
            }
            writer.start();
            writer.close(PATIENCE_NANOS);

            assertThat(one.log().dropped()).isEqualTo(1750);
            assertThat(other.log().dropped()).isEqualTo(250);
        }
    }

    private static void assertCountsWhatIsLostIn(LogSink sink) {
        try (Records records = new Records(Format.COMMON)) {
            LogWriter writer = new LogWriter(sink);
            writer.start();
            for (int i = 0; i < 10; i++) {
                writer.add(ended(records));
            }
            writer.close(PATIENCE_NANOS);

            assertThat(records.log().dropped()).isEqualTo(10);
        }
    }

    @Test
    void closesTheDestinationIfItsThreadCannotStart() {
        AtomicInteger closed = new AtomicInteger();
        LogWriter writer = new LogWriter(new LogSink() {
            @Override
            public void write(byte[] bytes, int length) {}

            @Override
            public void close() {
                closed.incrementAndGet();
            }
        });
        writer.start();
        writer.close(PATIENCE_NANOS);

        assertThatThrownBy(writer::start).isInstanceOf(IllegalThreadStateException.class); // a thread starts only once
        assertThat(closed).hasValue(2);
    }

    @Test
    void losesNoneOfManyThreads() throws InterruptedException {
        int threads = 4;
        int each = Ring.choose(5_000, 20_000);
        AtomicInteger lines = new AtomicInteger();
        AtomicInteger refused = new AtomicInteger();
        LogWriter writer = new LogWriter((bytes, length) -> lines.addAndGet(countLines(bytes, length)));
        writer.start();
        try (Records records = new Records(Format.COMMON)) {
            AccessRecord record = ended(records);
            List<Thread> adding = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                Thread thread = new Thread(() -> {
                    for (int j = 0; j < each; j++) {
                        if (!writer.add(record)) {
                            refused.incrementAndGet();
                            Thread.yield();
                        }
                    }
                });
                adding.add(thread);
                thread.start();
            }
            for (Thread thread : adding) {
                thread.join(TimeUnit.NANOSECONDS.toMillis(PATIENCE_NANOS));
            }
            writer.close(PATIENCE_NANOS);

            assertThat(lines.get() + refused.get()).isEqualTo(threads * each);
        }
    }

    @Test
    void wakesUpForTheFirstLineAfterAPause() {
        AtomicInteger lines = new AtomicInteger();
        AtomicReference<Thread> thread = new AtomicReference<>();
        LogWriter writer = new LogWriter((bytes, length) -> {
            thread.set(Thread.currentThread());
            lines.addAndGet(countLines(bytes, length));
        });
        writer.start();
        try (Records records = new Records(Format.COMMON)) {
            writer.add(ended(records));
            Deadlines.await("a line", () -> lines.get() == 1);
            Deadlines.await("it sleeps", () -> thread.get().getState() == Thread.State.WAITING);
            writer.add(ended(records));

            Deadlines.await("the line", () -> lines.get() == 2);
            writer.close(PATIENCE_NANOS);
        }
    }

    @Test
    void writesAtIntervalsWhileLinesKeepComing() {
        int batches = 10;
        CountDownLatch written = new CountDownLatch(batches);
        AtomicInteger rests = new AtomicInteger();
        try (Records records = new Records(Format.COMMON)) {
            AtomicReference<LogWriter> writer = new AtomicReference<>();
            writer.set(new LogWriter(new LogSink() {
                @Override
                public void write(byte[] bytes, int length) {
                    written.countDown();
                    if (written.getCount() > 0) {
                        writer.get().add(ended(records)); // the next line is already in the queue
                    }
                }

                @Override
                public void rest() {
                    rests.incrementAndGet();
                }
            }));
            long begin = System.nanoTime();
            writer.get().add(ended(records));
            writer.get().start();
            Deadlines.await(written);

            assertThat(System.nanoTime() - begin).isGreaterThan(batches / 2 * TimeUnit.MILLISECONDS.toNanos(50));
            assertThat(rests).hasPositiveValue(); // otherwise the writer would not notice that its file was renamed
            writer.get().close(PATIENCE_NANOS);
        }
    }

    private static AccessRecord ended(Records records) {
        AccessRecord record = records.of("/", "", "");
        record.status(200);
        record.end(true);
        return record;
    }

    private static int countLines(byte[] bytes, int length) {
        int count = 0;
        for (int i = 0; i < length; i++) {
            count += bytes[i] == '\n' ? 1 : 0;
        }
        return count;
    }

    @Test
    void goesOnAfterItWasDrained() {
        AtomicInteger lines = new AtomicInteger();
        CountDownLatch goOn = new CountDownLatch(1);
        LogWriter writer = new LogWriter((bytes, length) -> {
            Deadlines.await(goOn);
            lines.addAndGet(countLines(bytes, length));
        });
        writer.start();
        try (Records records = new Records(Format.COMMON)) {
            writer.add(ended(records));
            writer.drain(TimeUnit.MILLISECONDS.toNanos(1)); // the destination still blocks
            assertThat(lines).hasValue(0);
            goOn.countDown();
            writer.drain(PATIENCE_NANOS);
            assertThat(lines).hasValue(1);

            writer.add(ended(records)); // from a server that is still stopping
            writer.drain(PATIENCE_NANOS);
            assertThat(lines).hasValue(2);
            writer.close(PATIENCE_NANOS);
        }
    }
}
