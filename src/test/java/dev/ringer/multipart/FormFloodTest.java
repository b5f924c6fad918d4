package dev.ringer.multipart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ringer.internal.uploads.SharedBytes;
import dev.ringer.testkit.Deadlines;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Tests simultaneous forms, each within its own limits, that together would fill the memory or the disk. */
@Isolated("it counts what all forms of the JVM keep")
class FormFloodTest {
    @TempDir
    private Path directory;

    private final List<Form> open = new ArrayList<>();
    private final long memory = SharedBytes.MEMORY.taken();
    private final long disk = SharedBytes.DISK.taken();

    private FormOptions.Builder options() {
        return FormOptions.builder().directory(directory).fileThresholdBytes(4);
    }

    private static byte[] upload(int size) {
        return new MultipartWriter("B").part("f", "f", new byte[size]).end();
    }

    private Form read(InputStream in, FormOptions options) throws IOException {
        Form form = Form.read(in, Bodies.TYPE, options);
        open.add(form);
        return form;
    }

    private Form read(byte[] body, FormOptions options) throws IOException {
        return read(new ByteArrayInputStream(body), options);
    }

    private static void refuses(FormLimit limit, FormRead read) {
        assertThatThrownBy(read::run).isInstanceOfSatisfying(FormLimitException.class, e -> {
            assertThat(e.limit()).isEqualTo(limit);
            assertThat(e.status()).isEqualTo(503);
        });
    }

    private interface FormRead {
        void run() throws IOException;
    }

    @AfterEach
    void givesEverythingBack() throws IOException {
        for (Form form : open) {
            form.close();
        }
        assertThat(SharedBytes.MEMORY.taken()).isEqualTo(memory);
        assertThat(SharedBytes.DISK.taken()).isEqualTo(disk);
    }

    @Test
    void boundsTheFilesOfAllFormsUntilTheyAreClosed() throws IOException {
        FormOptions options = options().maxDiskBytesOfAll(disk + 2500).build();
        read(upload(1000), options);
        Form second = read(upload(1000), options);

        refuses(FormLimit.DISK_BYTES_OF_ALL, () -> read(upload(1000), options));
        read(upload(500), options);
        second.close();
        assertThat(read(upload(1000), options).file("f").inMemory()).isFalse();
    }

    @Test
    void countsNoFileThatWasMoved() throws IOException {
        FormOptions options = options().maxDiskBytesOfAll(disk + 1000).build();
        FormFile file = read(upload(1000), options).file("f");

        file.moveTo(directory.resolve("kept"));

        assertThat(SharedBytes.DISK.taken()).isEqualTo(disk);
        assertThat(read(upload(1000), options).file("f").size()).isEqualTo(1000);
    }

    @Test
    void leavesNothingOfAFormThatExceedsTheDisk() throws IOException {
        FormOptions options = options().maxDiskBytesOfAll(disk + 999).build();

        refuses(FormLimit.DISK_BYTES_OF_ALL, () -> read(upload(1000), options));

        try (Stream<Path> all = Files.list(directory)) {
            assertThat(all).isEmpty();
        }
        assertThat(SharedBytes.DISK.taken()).isEqualTo(disk);
    }

    @Test
    void servesAFormWhileSlowClientsHoldAllThatFormsMayKeep() throws Exception {
        FormOptions options = options().maxMemoryBytesOfAll(memory + (1 << 20)).build();
        byte[] body = field(140_000);
        CountDownLatch end = new CountDownLatch(1);
        List<SlowClient> slow = new ArrayList<>();
        while (slow.size() < 8) {
            slow.add(new SlowClient(body, end, options));
        }

        assertThat(read(field(100_000), options).text("a")).hasSize(100_000);
        assertThat(urlEncoded(100_000, options).text("a")).hasSize(100_000);

        end.countDown();
        long refused = 0;
        for (SlowClient client : slow) {
            refused += client.refused() ? 1 : 0;
        }
        assertThat(refused).as("clients that hold too much together").isBetween(2L, 8L);
    }

    /** A client that sends the last 100 bytes of a form only after a latch opens. */
    private final class SlowClient {
        private final FutureTask<Form> form;

        private SlowClient(byte[] body, CountDownLatch end, FormOptions options) {
            CountDownLatch waits = new CountDownLatch(1);
            InputStream in = stopping(body, () -> {
                waits.countDown();
                Deadlines.await(end);
            });
            form = new FutureTask<>(() -> Form.read(in, Bodies.TYPE, options));
            Thread thread = new Thread(() -> {
                form.run();
                waits.countDown();
            });
            thread.start();
            Deadlines.await(waits);
        }

        private boolean refused() throws Exception {
            try {
                open.add(form.get(Deadlines.PATIENCE.toMillis(), TimeUnit.MILLISECONDS));
                return false;
            } catch (ExecutionException e) {
                assertThat(e.getCause())
                        .isInstanceOfSatisfying(
                                FormLimitException.class,
                                refusal -> assertThat(refusal.limit()).isEqualTo(FormLimit.MEMORY_BYTES_OF_ALL));
                return true;
            }
        }
    }

    /** Returns a stream that runs {@code meanwhile} before the last 100 bytes of the body. */
    private static InputStream stopping(byte[] body, Meanwhile meanwhile) {
        int middle = body.length - 100;
        InputStream rest = new ByteArrayInputStream(body, middle, 100) {
            private boolean stopped;

            @Override
            public synchronized int read(byte[] bytes, int offset, int length) {
                if (!stopped) {
                    stopped = true;
                    try {
                        meanwhile.run();
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }
                return super.read(bytes, offset, length);
            }
        };
        return new SequenceInputStream(new ByteArrayInputStream(body, 0, middle), rest);
    }

    private interface Meanwhile {
        void run() throws IOException;
    }

    private static byte[] field(int size) {
        return new MultipartWriter("B").part("a", null, new byte[size]).end();
    }

    private Form urlEncoded(int size, FormOptions options) throws IOException {
        Form form = Form.read(
                new ByteArrayInputStream(Bodies.latin("a=" + "x".repeat(size))),
                "application/x-www-form-urlencoded",
                options);
        open.add(form);
        return form;
    }

    @Test
    void evictsTheLargestOfTheFormsThatWait() throws IOException {
        FormOptions options = options().maxMemoryBytesOfAll(memory + 400_000).build();
        InputStream small = stopping(field(50_000), () -> read(field(200_000), options));

        refuses(
                FormLimit.MEMORY_BYTES_OF_ALL,
                () -> read(stopping(field(200_000), () -> read(small, options)), options));

        assertThat(open).as("the small form and the newcomer").hasSize(2);
    }

    @Test
    void evictsOfFormsOfOneSizeTheOneThatIsSilentLongest() throws IOException {
        FormOptions options = options().maxMemoryBytesOfAll(memory + 600_000).build();
        InputStream later = stopping(field(170_000), () -> read(field(180_000), options));

        refuses(
                FormLimit.MEMORY_BYTES_OF_ALL,
                () -> read(stopping(field(160_000), () -> read(later, options)), options));

        assertThat(open).as("the later form and the newcomer").hasSize(2);
    }

    @Test
    void evictsNoSmallerFormsForALargeOne() throws IOException {
        FormOptions options = options().maxMemoryBytesOfAll(memory + 400_000).build();
        InputStream small = stopping(
                field(20_000), () -> refuses(FormLimit.MEMORY_BYTES_OF_ALL, () -> read(field(900_000), options)));

        assertThat(read(small, options).text("a")).hasSize(20_000);
    }

    @Test
    void leavesRoomBesideTheBuffersOfFormsThatWait() throws IOException {
        FormOptions options = options().maxMemoryBytesOfAll(memory + 300_000).build();
        List<Integer> begun = new ArrayList<>();

        announceLargeForms(20, begun, options);

        assertThat(begun).hasSize(20);
    }

    /** Begins each form in the first read of another. All claim to have 1 MiB, except the last. */
    private void announceLargeForms(int forms, List<Integer> begun, FormOptions options) throws IOException {
        if (forms == 0) {
            read(field(50_000), options);
            return;
        }
        byte[] body = field(1000);
        InputStream in = new ByteArrayInputStream(body) {
            @Override
            public synchronized int available() {
                return 1 << 20;
            }

            @Override
            public synchronized int read(byte[] bytes, int offset, int length) {
                if (pos == 0) {
                    begun.add(length);
                    try {
                        announceLargeForms(forms - 1, begun, options);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }
                return super.read(bytes, offset, length);
            }
        };
        read(in, options);
    }

    @Test
    void putsFilesOnTheDiskWhereMemoryIsShort() throws IOException {
        FormOptions options = options()
                .fileThresholdBytes(1 << 20)
                .maxMemoryBytesOfAll(memory + 70_000)
                .build();

        assertThat(read(upload(300_000), options).file("f").inMemory()).isFalse();
        assertThat(read(upload(1000), options).file("f").inMemory()).isTrue();
    }

    @Test
    void countsHeadersAndPairsToo() throws IOException {
        FormOptions options = options().maxMemoryBytesOfAll(memory + 20_000).build();
        MultipartWriter headers = new MultipartWriter("B");
        for (int part = 0; part < 5; part++) {
            headers.part("n".repeat(5000), "f", new byte[0]);
        }
        byte[] pairs = Bodies.latin("a=" + "x".repeat(30_000));

        refuses(FormLimit.MEMORY_BYTES_OF_ALL, () -> read(headers.end(), options));
        refuses(
                FormLimit.MEMORY_BYTES_OF_ALL,
                () -> Form.read(new ByteArrayInputStream(pairs), "application/x-www-form-urlencoded", options));
    }
}
