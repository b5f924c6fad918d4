package dev.ringer.internal.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.LoadedClasses;
import org.junit.jupiter.api.Test;

/**
 * A JVM's first answer comes soon. What the JDK loads for a formatter of dates, for a string that is joined, for the equality
 * of a record, and for lambda expressions took half of the processor time until then, and nothing of it is needed.
 */
class FirstAnswerTest {
    @Test
    void needsNeitherFormattersNorClassesThatTheJvmMakesUp() {
        String output = LoadedClasses.ofOneRequest();

        assertThat(output).contains("answer 72");
        assertThat(output.substring(0, output.indexOf("answer 72")))
                .contains("dev.ringer.internal.time.HttpDate")
                .doesNotContain(
                        "java.time.format.DateTimeFormatterBuilder",
                        "java.lang.String$$StringConcat",
                        "java.lang.runtime.ObjectMethods")
                .doesNotContainPattern("dev[.]ringer[.](?!http2[.]UnusedMain)\\S+\\$\\$Lambda");
    }
}
