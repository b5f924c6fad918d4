package dev.ringer.multipart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ringer.internal.uploads.ProcessDirectory;
import dev.ringer.internal.uploads.SharedBytes;
import dev.ringer.testkit.Ability;
import dev.ringer.testkit.Needs;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Tests that an upload leaves no files when an exception or an {@code Error} ends it halfway. */
@Isolated("it counts what all forms of the JVM keep")
// a failure to open a file takes the descriptors of idle downloads back, in the whole JVM
@ResourceLock("idle downloads")
class FailingUploadTest {
    @TempDir
    private Path directory;

    /** Returns a stream that has most of an upload, and then fails. */
    private static InputStream failing(Supplier<? extends Throwable> failure) {
        byte[] body = new MultipartWriter("B")
                .part("first", "f", new byte[100_000])
                .part("second", "s", new byte[100_000])
                .end();
        InputStream rest = new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("unexpected");
            }

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                return FailingUploadTest.<RuntimeException>fail(failure.get());
            }
        };
        return new SequenceInputStream(new ByteArrayInputStream(Arrays.copyOf(body, 150_000)), rest);
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> int fail(Throwable failure) throws T {
        throw (T) failure;
    }

    private void leavesNothingAfter(Throwable failure) throws IOException {
        FormOptions options = FormOptions.builder().directory(directory).build();
        long disk = SharedBytes.DISK.taken();

        assertThatThrownBy(() -> Form.read(failing(() -> failure), Bodies.TYPE, options))
                .isSameAs(failure);

        assertThat(SharedBytes.DISK.taken()).isEqualTo(disk);
        try (Stream<Path> all = Files.list(directory)) {
            assertThat(all).isEmpty();
        }
    }

    @Test
    void leavesNothingAfterAnError() throws IOException {
        leavesNothingAfter(new OutOfMemoryError("as thrown in the middle of an upload"));
        leavesNothingAfter(new StackOverflowError());
    }

    @Test
    void leavesNothingAfterAnException() throws IOException {
        leavesNothingAfter(new IOException("the client has gone"));
        leavesNothingAfter(new IllegalStateException("a filter's stream"));
    }

    /** Uses a directory whose path is as long as Linux allows, so that the path of its lock file is too long. */
    @Test
    @Needs(Ability.LINUX)
    void leavesNoDirectoryThatCannotBeLocked() throws IOException {
        int digitsOfName = 13; // of a long in base 36
        int length = 4095 - "/".length() - ProcessDirectory.OWN_PREFIX.length() - digitsOfName;
        Path parent = directory;
        for (int left; (left = length - parent.toString().length() - "/".length()) > 0; ) {
            parent = parent.resolve("x".repeat(left <= 200 ? left : 100));
        }
        Path deep = Files.createDirectories(parent);

        assertThatThrownBy(() -> ProcessDirectory.enter(deep))
                .isInstanceOf(FileSystemException.class)
                .hasMessageContaining('/' + ProcessDirectory.LOCK + ": ");

        try (Stream<Path> all = Files.list(deep)) {
            assertThat(all).isEmpty();
        }
    }

    @Test
    void deletesTheDirectoryEvenWithAFileThatNoFormKnows() throws IOException {
        ProcessDirectory mine = ProcessDirectory.enter(directory);
        Files.createFile(mine.path().resolve("0"));

        mine.leave();

        try (Stream<Path> all = Files.list(directory)) {
            assertThat(all).isEmpty();
        }
    }
}
