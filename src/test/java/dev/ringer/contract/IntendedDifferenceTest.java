package dev.ringer.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks the list of differences itself. */
class IntendedDifferenceTest {
    private static final Path TESTS = Path.of("src", "test", "java", "dev", "ringer");

    @Test
    void everyDifferenceHasATest() throws IOException {
        String tests = sourcesOfTests();

        List<IntendedDifference> untested = Arrays.stream(IntendedDifference.values())
                .filter(difference -> !tests.contains("DifferBy(" + difference.name() + ")")
                        && !tests.contains("differsBy(" + difference.name() + ")"))
                .toList();

        assertThat(untested).isEmpty();
    }

    @Test
    void everyDifferenceFitsIntoOneRowOfATable() {
        assertThat(IntendedDifference.values())
                .extracting(IntendedDifference::row)
                .allSatisfy(row -> assertThat(row.chars().filter(c -> c == '|')).hasSize(5));
    }

    @Test
    void thePageShowsTheWholeListAndNothingElse() throws IOException {
        List<String> rows = Files.readAllLines(Path.of("docs", "differences.md")).stream()
                .dropWhile(line -> !line.startsWith("| Ringer | why |"))
                .skip(2)
                .takeWhile(line -> line.startsWith("|"))
                .toList();

        assertThat(rows)
                .isEqualTo(Arrays.stream(IntendedDifference.values())
                        .map(IntendedDifference::row)
                        .toList());
    }

    private static String sourcesOfTests() throws IOException {
        try (Stream<Path> files = Files.walk(TESTS)) {
            return files.filter(file -> file.toString().endsWith("Test.java"))
                    .map(IntendedDifferenceTest::read)
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
