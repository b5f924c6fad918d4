package dev.ringer.multipart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Many forms at once, each within its own limits, that together would take all of the memory or the disk. */
@Isolated("it counts what all forms of the JVM keep")
class FormFloodTest {
    @TempDir
    private Path directory;

    private final List<Form> open = new ArrayList<>();
    private final long memory = SharedBytes.MEMORY.taken();
    private final long disk = SharedBytes.DISK.taken();

    private FormOptionsBuilder options() {
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
    void boundsTheMemoryOfAllFormsThatAreBeingRead() throws IOException {
        long quota = memory + (512 << 10);
        FormOptions options = options().maxMemoryBytesOfAll(quota).build();
        byte[] body =
                new MultipartWriter("B").part("a", null, new byte[120_000]).end();
        List<Integer> read = new ArrayList<>();

        refuses(FormLimit.MEMORY_BYTES_OF_ALL, () -> nested(body, options, read));

        assertThat(read).as("forms that were begun within one another").hasSizeGreaterThan(1);
    }

    /** A form whose body stops in its middle, while the next form is read. */
    private void nested(byte[] body, FormOptions options, List<Integer> begun) throws IOException {
        int middle = body.length - 100;
        InputStream second = new ByteArrayInputStream(body, middle, 100) {
            @Override
            public synchronized int read(byte[] bytes, int offset, int length) {
                try {
                    begun.add(begun.size());
                    nested(body, options, begun);
                } catch (IOException e) {
                    throw new Refused(e);
                }
                return super.read(bytes, offset, length);
            }
        };
        try {
            read(new SequenceInputStream(new ByteArrayInputStream(Arrays.copyOf(body, middle)), second), options);
        } catch (Refused e) {
            throw e.reason;
        }
    }

    private static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final transient IOException reason;

        private Refused(IOException reason) {
            this.reason = reason;
        }
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
