package dev.ringer.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.NotInHttp2;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks the list of what HTTP/2 does not have. */
class NotInHttp2Test {
    private static final Path TESTS = Path.of("src", "test", "java", "dev", "ringer");

    @Test
    void everyEntryLeavesATestOut() throws IOException {
        String tests = sourcesOfTests();

        assertThat(NotInHttp2.values())
                .allSatisfy(entry -> assertThat(tests).contains("@Http1Only(NotInHttp2." + entry + ")"));
    }

    private static String sourcesOfTests() throws IOException {
        try (Stream<Path> files = Files.walk(TESTS)) {
            return files.filter(file -> file.toString().endsWith("Test.java"))
                    .map(NotInHttp2Test::read)
                    .collect(Collectors.joining());
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
