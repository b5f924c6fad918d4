package dev.ringer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.internal.http.Violation;
import dev.ringer.internal.observe.Limit;
import dev.ringer.options.Setting;
import dev.ringer.options.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Compares {@code docs/limits.md} with the code. */
class LimitsDocumentTest {
    @Test
    void namesEveryLimitWithItsDefault() throws IOException {
        List<String> lines = lines();

        assertThat(limits()).hasSizeGreaterThan(20);
        for (Setting<?> limit : limits()) {
            String row = row(lines, limit.property());
            Object value = limit.defaultValue();
            if (limit == Settings.MAX_BUFFERED_MEMORY) {
                assertThat(row).contains(" an eighth of the heap ");
            } else if (value instanceof Duration duration && !duration.isZero()) {
                assertThat(row)
                        .contains(
                                duration.toMillis() % 1000 == 0 && !row.contains(" ms ")
                                        ? duration.toSeconds() + " s"
                                        : duration.toMillis() + " ms");
            } else if (value instanceof Number number && number.longValue() > 0) {
                assertThat(row).contains(" " + number + " ");
            } else {
                assertThat(row).contains(" none");
            }
        }
    }

    @Test
    void listsEveryViolation() throws IOException {
        List<String> lines = lines();

        for (Violation violation : Violation.values()) {
            assertThat(lines)
                    .contains("| `" + violation + "`" + (violation.tolerable() ? " *legacy*" : "") + " | "
                            + violation.status() + " | " + violation.rule().replace("RFC ", "") + " |");
        }
    }

    @Test
    void listsEveryCount() throws IOException {
        String page = String.join("\n", lines());

        assertThat(page)
                .contains(Arrays.stream(Limit.values())
                        .map(limit -> "`" + limit + "`")
                        .toList());
    }

    /** Settings that are numbers or times, but limit no client. */
    private static final Set<Setting<?>> NO_LIMITS =
            Set.of(Settings.LOOPS, Settings.DRAIN_ON_EXIT, Settings.DRAIN_DELAY);

    /** Returns the settings that are numbers or times, and limit a client. */
    private static List<Setting<?>> limits() {
        return Settings.all().stream()
                .filter(setting ->
                        setting.defaultValue() instanceof Number || setting.defaultValue() instanceof Duration)
                .filter(setting -> !NO_LIMITS.contains(setting))
                .toList();
    }

    private static String row(List<String> lines, String name) {
        return lines.stream()
                .filter(line -> line.startsWith("| `" + name + "` |"))
                .findFirst()
                .orElseThrow(() -> new AssertionError("docs/limits.md does not name " + name));
    }

    private static List<String> lines() throws IOException {
        return Files.readAllLines(Path.of("docs", "limits.md"));
    }
}
