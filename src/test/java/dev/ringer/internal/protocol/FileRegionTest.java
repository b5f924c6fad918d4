package dev.ringer.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ringer.testkit.Deadlines;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests when an event loop may read the bytes of a region, and when another thread reads them ahead. */
class FileRegionTest {
    private static final int AHEAD = 1 << 20;
    private static final int SIZE = 3 * AHEAD;
    private static final int PIECE = 1000;

    @TempDir
    private Path folder;

    private final AtomicLong now = new AtomicLong();
    private volatile long step; // nanoseconds by which each reading of the clock advances it
    private FileChannel file;

    @BeforeEach
    void open() throws IOException {
        file = FileChannel.open(Files.write(folder.resolve("file"), new byte[SIZE]));
    }

    private FileRegion region() {
        return new FileRegion(file, 0, SIZE, () -> now.addAndGet(step));
    }

    private void slowDisk(boolean slow) {
        step = slow ? TimeUnit.MILLISECONDS.toNanos(10) : 0;
    }

    private static void take(FileRegion region) throws IOException {
        region.peek(ByteBuffer.allocate(PIECE));
        region.sent(PIECE);
    }

    private static long readyAfterReadingAhead(FileRegion region) {
        CountDownLatch ready = new CountDownLatch(1);
        assertThat(region.ready(ready::countDown)).isZero();
        Deadlines.await(ready);
        assertThat(region.readsAhead()).isFalse();
        return region.ready(() -> {});
    }

    @Test
    void isReadyAsAWholeWhileTheDiskIsFast() throws IOException {
        try (FileRegion region = region()) {
            take(region);

            assertThat(region.ready(() -> {})).isEqualTo(SIZE - PIECE);
        }
    }

    @Test
    void isReadAheadByPartsWhileTheDiskIsSlow() throws IOException {
        try (FileRegion region = region()) {
            slowDisk(true);
            take(region);

            assertThat(readyAfterReadingAhead(region)).isEqualTo(AHEAD);
        }
    }

    @Test
    void isReadyAgainOnceTheDiskIsFast() throws IOException {
        try (FileRegion region = region()) {
            slowDisk(true);
            take(region);
            slowDisk(false);

            assertThat(readyAfterReadingAhead(region)).isEqualTo(SIZE - PIECE);
        }
    }

    /** Formerly, nobody continued the region or closed its file after this error. */
    @Test
    void isReadyWithoutReadingAheadIfThereIsNoMemoryForIt() throws IOException {
        FailingChannel spent = new FailingChannel();
        FileRegion region = new FileRegion(spent, 0, SIZE, () -> now.addAndGet(step));
        slowDisk(true);
        take(region);
        slowDisk(false);
        spent.failsWith(new OutOfMemoryError("on purpose"));

        assertThat(readyAfterReadingAhead(region)).isEqualTo(SIZE - PIECE);

        region.close();
        assertThat(spent.isOpen()).isFalse();
    }

    @Test
    void tellsOfItsEndOnce() throws IOException {
        long[] sent = {-1, 0};
        FileRegion region = region();
        region.observeBy((bytes, whole) -> {
            sent[0] = bytes;
            sent[1]++;
            assertThat(whole).isFalse();
        });
        take(region);

        region.close();
        region.close();

        assertThat(sent).containsExactly(PIECE, 1);
        assertThat(file.isOpen()).isFalse();
    }

    @Test
    void failsWhenTheFileHasBecomeShorter() throws IOException {
        try (FileRegion region = region()) {
            Files.write(folder.resolve("file"), new byte[PIECE - 1]);

            assertThatThrownBy(() -> take(region)).isInstanceOf(EOFException.class);
        }
    }
}
