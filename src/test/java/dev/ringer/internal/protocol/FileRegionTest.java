package dev.ringer.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what a region of a file reports of its end. */
class FileRegionTest {
    private static final int SIZE = 10_000;
    private static final int PIECE = 1000;

    @TempDir
    private Path folder;

    private FileChannel file;

    @BeforeEach
    void open() throws IOException {
        file = FileChannel.open(Files.write(folder.resolve("file"), new byte[SIZE]));
    }

    private FileRegion region() {
        return new FileRegion(file, 0, SIZE);
    }

    private static void take(FileRegion region) throws IOException {
        region.peek(ByteBuffer.allocate(PIECE));
        region.sent(PIECE);
    }

    @Test
    void tellsOfItsEndOnce() throws IOException {
        long[] ends = {-1, 0};
        FileRegion region = region();
        region.onClosed(() -> {
            ends[0] = region.left();
            ends[1]++;
        });
        take(region);

        region.close();
        region.close();

        assertThat(ends).containsExactly(SIZE - PIECE, 1);
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
