package dev.ringer.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.process.JavaCommand;
import java.io.File;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What nobody uses costs nothing: without an access log not one class of it is loaded. */
class UnusedLogTest {
    private static final String CLASSES = String.join(File.pathSeparator, "target/classes", "target/test-classes");

    @Test
    void loadsNothingOfTheLog() {
        assertThat(outputWith("off"))
                .contains("answer 72")
                .doesNotContain("dev.ringer.internal.accesslog.")
                .doesNotContain("LoggedStream");
    }

    @Test
    void loadsItWhereItIsOn(@TempDir Path folder) {
        assertThat(outputWith("common:" + folder.resolve("log")))
                .contains("answer 72")
                .contains("dev.ringer.internal.accesslog.AccessLog")
                .contains("LoggedStream");
    }

    private static String outputWith(String accessLog) {
        return JavaCommand.java(
                        "-Xlog:class+load:stdout",
                        "-Dringer.accessLog=" + accessLog,
                        "-Dcom.sun.net.httpserver.HttpServerProvider=dev.ringer.RingerProvider",
                        "-cp",
                        CLASSES,
                        "dev.ringer.http2.UnusedMain",
                        "request")
                .output();
    }
}
