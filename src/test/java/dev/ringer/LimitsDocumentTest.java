package dev.ringer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.internal.http.Violation;
import dev.ringer.internal.observe.Limit;
import dev.ringer.options.ServerOptions;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds {@code docs/limits.md} against the code. */
class LimitsDocumentTest {
    /** Components that choose a way rather than set a limit. */
    private static final Set<String> CHOICES = Set.of(
            "handlers",
            "compliance",
            "bareLf",
            "errorResponse",
            "loops",
            "reusePort",
            "listen",
            "proxies",
            "headersMap",
            "noDelay",
            "pathMatching",
            "attributeScope",
            "hostValidation",
            "accessLog",
            "jmx",
            "banner",
            "compression",
            "http2");

    private static final Set<String> OF_EVERY_OBJECT =
            Set.of("toBuilder", "hashCode", "toString", "getClass", "notify", "notifyAll", "wait");

    @Test
    void namesEveryLimitWithItsDefault() throws Exception {
        List<String> lines = lines();
        ServerOptions defaults = ServerOptions.builder().build();

        assertThat(limits()).hasSizeGreaterThan(20);
        for (Method limit : limits().toList()) {
            String row = row(lines, limit.getName());
            Object value = limit.invoke(defaults);
            if (limit.getName().equals("maxBufferedMemory")) {
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
            assertThat(row(lines, violation.name()))
                    .isEqualTo("| `" + violation + "` | " + violation.status() + " | " + violation.rule() + " | "
                            + (violation.tolerable() ? "*legacy*" : "") + " |");
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

    private static Stream<Method> limits() {
        return Arrays.stream(ServerOptions.class.getMethods())
                .filter(method -> method.getParameterCount() == 0 && !Modifier.isStatic(method.getModifiers()))
                .filter(method -> !OF_EVERY_OBJECT.contains(method.getName()) && !CHOICES.contains(method.getName()));
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
