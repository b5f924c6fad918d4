package dev.ringer.multipart;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Checks that {@code docs/limits.md} and {@code docs/forms.md} agree with the code about forms. */
class FormLimitsDocumentTest {
    /** Options that are not limits. */
    private static final Set<String> CHOICES = Set.of("compliance", "charset", "directory");

    private static List<String> lines(String first, String... more) throws IOException {
        return Files.readAllLines(Path.of(first, more));
    }

    private static String row(List<String> lines, String name) {
        return lines.stream()
                .filter(line -> line.startsWith("| ") && line.contains("`" + name + "`"))
                .findFirst()
                .orElseThrow(() -> new AssertionError("there is no row for " + name));
    }

    @Test
    void namesEveryLimitWithItsDefault() throws Exception {
        FormOptions defaults = FormOptions.defaults();
        List<String> limits = lines("docs", "limits.md");

        List<String> names = FormOptionsTest.setters()
                .map(Method::getName)
                .filter(name -> !CHOICES.contains(name))
                .toList();
        assertThat(names).hasSize(10);
        for (String name : names) {
            if (name.equals("fileThresholdBytes")) {
                assertThat(Files.readString(Path.of("docs", "forms.md"))).contains("`" + name + "`, 64 KiB by default");
                assertThat(defaults.fileThresholdBytes()).isEqualTo(64 << 10);
            } else {
                String value = name.equals("maxMemoryBytesOfAll")
                        ? "an eighth of the heap"
                        : FormOptions.class.getMethod(name).invoke(defaults).toString();
                assertThat(row(limits, name)).contains("| " + value + " ");
            }
        }
    }

    @Test
    void listsEveryLimitWithItsStatus() throws IOException {
        for (FormLimit limit : FormLimit.values()) {
            assertThat(row(lines("docs", "limits.md"), limit.name())).endsWith("| " + limit.status() + " |");
        }
    }

    @Test
    void listsEveryViolation() throws IOException {
        List<String> lines = lines("docs", "limits.md");

        for (FormViolation violation : FormViolation.values()) {
            String[] rule = violation.link().split("/rfc/rfc|#section-");
            String passes = violation.tolerable() ? " *legacy*" : "";
            assertThat(lines)
                    .contains("| `" + violation + "`"
                            + (violation == FormViolation.IDENTITY_ENCODING ? " *always*" : passes) + " | "
                            + violation.status() + " | " + rule[1] + ", " + rule[2] + " |");
        }
    }
}
