package dev.ringer.internal.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.LoadedClasses;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * A JVM's first answer comes soon. What the JDK loads for a formatter of dates, for a string that is joined, for the equality
 * of a record, and for lambda expressions took a third of the processor time until then, and nothing of it is needed.
 */
class FirstAnswerTest {
    @Test
    void needsNeitherFormattersNorClassesThatTheJvmMakesUp() {
        String output = LoadedClasses.ofOneRequest();

        assertThat(output).contains("answer 72");
        assertThat(output.substring(0, output.indexOf("answer 72")))
                .contains("dev.ringer.internal.time.HttpDate")
                .doesNotContain("java.time.format.DateTimeFormatterBuilder", "java.lang.runtime.ObjectMethods")
                .doesNotContainPattern("dev[.]ringer[.](?!http2[.]UnusedMain)\\S+\\$\\$Lambda");
    }

    /** Classes for strings that are joined have no name that is the same on every JDK: what asks for them is looked for instead. */
    @Test
    void joinsNoStringByClassesThatTheJvmMakesUp() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("target/classes"))) {
            List<Path> classes =
                    files.filter(file -> file.toString().endsWith(".class")).toList();

            assertThat(classes)
                    .hasSizeGreaterThan(200)
                    .allSatisfy(file -> assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
                            .doesNotContain("makeConcatWithConstants"));
        }
    }
}
