package dev.ringer.internal.body;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests how much content one thread passes on before it serves others. */
class ContentPumpTest {
    /** Content without end, of which each read returns a piece of the same size. */
    private static final class Endless implements ContentSource {
        private final int piece;
        private int reads;
        private Runnable ready; // null while nobody waits
        private Runnable onDisk; // null while no file thread is wanted

        Endless(int piece) {
            this.piece = piece;
        }

        @Override
        public long length() {
            return -1;
        }

        @Override
        public int read(byte[] to, int offset, int length) {
            reads++;
            return Math.min(piece, length);
        }

        @Override
        public void await(Runnable action) {
            ready = action;
        }

        @Override
        public void stop() {
            // nobody sends anything
        }

        @Override
        public void abort() {
            // nobody sends anything
        }

        @Override
        public boolean tryRetain(int bytes) {
            return true;
        }

        @Override
        public void release(long bytes) {
            // nothing was counted
        }

        @Override
        public void runOnDisk(Runnable code) {
            onDisk = code;
        }

        @Override
        public void call(Runnable code) {
            code.run();
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 256", "1024, 256", "16_384, 16", "65_536, 4", "1_000_000, 4"})
    void rests(int piece, int reads) {
        Endless source = new Endless(piece);
        CompletableFuture<Void> result = ContentPump.receive(source, new DroppedContent(), UnaryOperator.identity());

        assertThat(source.reads).isEqualTo(reads);
        source.ready.run();
        assertThat(source.reads).isEqualTo(2 * reads);
        assertThat(source.onDisk).isNull();
        assertThat(result).isNotDone();
    }

    /** What is here already goes to the disk without a detour through the loop, but behind the files of others. */
    @ParameterizedTest
    @CsvSource({"1, 256", "16_384, 16", "65_536, 4"})
    void restsOnTheDisk(int piece, int reads, @TempDir Path directory) throws IOException {
        Endless source = new Endless(piece);
        ReceivedFile receiver =
                new ReceivedFile(directory.resolve("file"), Long.MAX_VALUE, () -> new IOException("too long"));
        CompletableFuture<Path> result = ContentPump.receive(source, receiver, UnaryOperator.identity());

        for (int turns = 1; turns <= 3; turns++) {
            assertThat(source.reads).isEqualTo(turns * reads);
            assertThat(source.ready).isNull();
            source.onDisk.run();
        }

        result.cancel(false);
        source.onDisk.run(); // closes and deletes the file
        assertThat(directory).isEmptyDirectory();
    }
}
