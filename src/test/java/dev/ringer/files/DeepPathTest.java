package dev.ringer.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Allocation;
import dev.ringer.testkit.Provider;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that a path of very many folders costs no more than any other path of its length. */
class DeepPathTest {
    private static final int FOLDERS = 32_000;
    private static final long MOST_BYTES_PER_FOLDER = 500;

    @TempDir
    private Path root;

    @Test
    void takesWorkInProportionToItsLength() {
        FileTree tree = new FileTree(root, false);
        String deep = "a/".repeat(FOLDERS) + "a";

        Allocation.assertAtMost(FOLDERS * MOST_BYTES_PER_FOLDER, () -> tree.path(deep));
    }

    @Test
    void doesNotExist() throws IOException {
        try (Site site = Site.of(Provider.RINGER, FileHandler.builder(root))) {
            assertThat(site.get("/" + "a/".repeat(FOLDERS)).status()).isEqualTo(404);
            assertThat(site.get("/" + "a/".repeat(FOLDERS) + "a").status()).isEqualTo(404);
        }
    }
}
