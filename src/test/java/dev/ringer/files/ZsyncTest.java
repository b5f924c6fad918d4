package dev.ringer.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Provider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Updates an image with zsync, which asks for many ranges in each request, and gives up if it gets the whole file. */
@Tag("outer")
class ZsyncTest {
    private static final int SIZE = 4 << 20;
    private static final int CHANGES = 100;

    @TempDir
    private Path place;

    @Test
    void anImageIsUpdatedInManyPlaces() throws Exception {
        Assumptions.assumeTrue(Files.isExecutable(Path.of("/usr/bin/zsync")), "zsync is not installed");
        byte[] image = new byte[SIZE];
        new Random(8).nextBytes(image);
        Path old = Files.write(place.resolve("old.img"), image);
        for (int i = 0; i < CHANGES; i++) {
            image[i * (SIZE / CHANGES) + 1000]++;
        }
        Path root = Files.createDirectory(place.resolve("site"));
        Files.write(root.resolve("new.img"), image);
        run("zsyncmake", "-u", "new.img", "-o", "site/new.img.zsync", "site/new.img");

        try (Site site = Site.of(Provider.RINGER, FileHandler.builder(root))) {
            String address = "http://127.0.0.1:" + site.server().port() + "/new.img.zsync";
            run("zsync", "-i", old.toString(), "-o", "got.img", address);
        }

        assertThat(place.resolve("got.img")).hasBinaryContent(image);
    }

    private void run(String... command) throws IOException, InterruptedException {
        Path output = Files.createTempFile(place, "output", ".txt");
        Process process = new ProcessBuilder(command)
                .directory(place.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).as(Files.readString(output)).isZero();
        } finally {
            process.destroyForcibly();
        }
    }
}
