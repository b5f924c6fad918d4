package dev.ringer.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.LoadedClasses;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that an unused access log costs nothing: none of its classes is loaded. */
class UnusedLogTest {
    @Test
    void loadsNothingOfTheLog() {
        assertThat(outputWith("off"))
                .contains("answer 72")
                .doesNotContain("dev.ringer.internal.accesslog.")
                .doesNotContain("AccessLogListener");
    }

    @Test
    void loadsItWhereItIsOn(@TempDir Path folder) {
        assertThat(outputWith("common:" + folder.resolve("log")))
                .contains("answer 72")
                .contains("dev.ringer.internal.accesslog.AccessLog")
                .contains("AccessLogListener");
    }

    private static String outputWith(String accessLog) {
        return LoadedClasses.ofOneRequest("-Dringer.accessLog=" + accessLog);
    }
}
