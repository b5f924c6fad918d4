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
 * Checks that the first response of a JVM comes soon. Date formatters, string concatenation, the equality of records
 * and lambda expressions make the JDK load many classes. They took a third of the processor time until the first
 * response, and the server can do without them.
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

    /**
     * The classes that the JVM makes for string concatenation have different names on different JDKs. So this test
     * looks for the calls that request such a class.
     */
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
