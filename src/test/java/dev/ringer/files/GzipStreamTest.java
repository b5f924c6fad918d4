package dev.ringer.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ringer.testkit.Deadlines;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/** Tests the compressing stream alone, with pieces of every size. */
class GzipStreamTest {
    private final DeflaterPool pool = new DeflaterPool(6, 2);

    @Test
    void whatGoesInComesOut() throws IOException {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            byte[] content = content(random, random.nextInt(100_000));
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            try (GzipStream stream = new GzipStream(out, pool.take(), pool, -1, () -> {})) {
                for (int from = 0; from < content.length; ) {
                    int length =
                            Math.min(content.length - from, 1 + random.nextInt(random.nextBoolean() ? 10 : 20_000));
                    stream.write(content, from, length);
                    from += length;
                    if (random.nextInt(4) == 0) {
                        stream.flush();
                    }
                }
            }

            byte[] back = new GZIPInputStream(new ByteArrayInputStream(out.toByteArray())).readAllBytes();
            assertThat(back).as("seed %d", seed).isEqualTo(content);
            assertThat(pool.lent()).isZero();
        }
    }

    private static byte[] content(Random random, int length) {
        byte[] content = new byte[length];
        int variety = 1 + random.nextInt(256);
        for (int i = 0; i < length; i++) {
            content[i] = (byte) random.nextInt(variety);
        }
        return content;
    }

    @Test
    void flushingTwiceSendsNothingTwice() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        GzipStream stream = new GzipStream(out, pool.take(), pool, -1, () -> {});
        stream.write(1);
        stream.flush();
        int size = out.size();

        stream.flush();

        assertThat(out.size()).isEqualTo(size);
        stream.close();
    }

    @Test
    void tooManyBytesAreRefused() throws IOException {
        GzipStream stream = new GzipStream(OutputStream.nullOutputStream(), pool.take(), pool, 3, () -> {});
        stream.write(new byte[3]);

        assertThatThrownBy(() -> stream.write(1))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("too many bytes");
        assertThat(stream.isCut()).isTrue();
        assertThat(pool.lent()).isZero();
    }

    @Test
    void aClosedStreamTakesNothing() throws IOException {
        GzipStream stream = new GzipStream(OutputStream.nullOutputStream(), pool.take(), pool, -1, () -> {});
        stream.close();
        stream.close();

        assertThatThrownBy(() -> stream.write(1))
                .isInstanceOf(IOException.class)
                .hasMessage("stream closed");
        assertThatThrownBy(stream::flush).isInstanceOf(IOException.class);
        assertThat(stream.isCut()).isFalse();
    }

    @Test
    void aBrokenConnectionGivesTheCompressorBack() {
        OutputStream broken = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("gone");
            }
        };
        GzipStream stream = new GzipStream(broken, pool.take(), pool, -1, () -> {});

        assertThatThrownBy(() -> {
                    stream.write(new byte[10]);
                    stream.flush();
                })
                .hasMessage("gone");
        assertThat(pool.lent()).isZero();
    }

    @Test
    void aForgottenBodyGivesItsCompressorBack() throws IOException {
        new GzipStream(OutputStream.nullOutputStream(), pool.take(), pool, -1, () -> {}).write(1);
        GzipStream kept = new GzipStream(OutputStream.nullOutputStream(), pool.take(), pool, -1, () -> {});

        Deadlines.await("the forgotten one is back", () -> {
            System.gc();
            return pool.lent() == 1;
        });

        kept.write(1);
        kept.close();
        assertThat(pool.lent()).isZero();
    }

    @Test
    void compressorsAreLentUpToABound() {
        DeflaterPool.Coder one = pool.take();
        DeflaterPool.Coder two = pool.take();

        assertThat(pool.take()).isNull();
        pool.giveBack(one);
        assertThat(pool.take()).isSameAs(one);
        pool.giveBack(one);
        pool.giveBack(two);
    }
}
