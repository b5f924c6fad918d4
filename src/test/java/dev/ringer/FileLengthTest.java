package dev.ringer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A class that needs more lines than this is two classes. */
class FileLengthTest {
    private static final int MAX_LINES = 450;

    @Test
    void noSourceFileIsLong() throws IOException {
        Map<String, Long> tooLong = new TreeMap<>();
        try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
            files.filter(file -> file.toString().endsWith(".java")).forEach(file -> {
                String name = file.getFileName().toString();
                long lines = lines(file);
                if (lines > MAX_LINES) {
                    tooLong.put(name, lines);
                }
            });
        }

        assertThat(tooLong).isEmpty();
    }

    private static long lines(Path file) {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
