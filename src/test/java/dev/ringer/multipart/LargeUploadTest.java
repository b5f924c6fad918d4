package dev.ringer.multipart;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs {@link LargeUpload} with a small file. */
class LargeUploadTest {
    @Test
    void savesAnUploadWhole(@TempDir Path directory) throws IOException {
        try (LargeUpload upload = new LargeUpload(directory)) {
            assertThat(upload.upload(true, (32 << 20) + 1)).isPositive();
        }
    }
}
