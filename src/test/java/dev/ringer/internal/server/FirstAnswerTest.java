package dev.ringer.internal.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.LoadedClasses;
import org.junit.jupiter.api.Test;

/**
 * A JVM's first answer comes soon. What the JDK loads for a formatter of dates, for a string that is joined, and for the equality
 * of a record took a third of the processor time until then, and nothing of it is needed.
 */
class FirstAnswerTest {
    @Test
    void needsNeitherFormattersNorMadeUpClassesForStrings() {
        assertThat(LoadedClasses.ofOneRequest())
                .contains("answer 72", "dev.ringer.internal.time.HttpDate")
                .doesNotContain(
                        "java.time.format.DateTimeFormatterBuilder",
                        "java.lang.String$$StringConcat",
                        "java.lang.runtime.ObjectMethods");
    }
}
