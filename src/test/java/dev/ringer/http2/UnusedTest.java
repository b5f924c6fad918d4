package dev.ringer.http2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.process.JavaCommand;
import java.io.File;
import org.junit.jupiter.api.Test;

/** What nobody uses costs nothing: a server loads HTTP/2 when its first client asks for it. */
class UnusedTest {
    private static final String CLASSES = String.join(File.pathSeparator, "target/classes", "target/test-classes");
    private static final String OF_HTTP2 = "dev.ringer.internal.http2.";

    @Test
    void loadsNothingOfHttp2ForOthers() {
        assertThat(outputFor("request")).contains("answer 72").doesNotContain(OF_HTTP2);
    }

    @Test
    void loadsItWhenItIsAskedFor() {
        assertThat(outputFor("preface")).contains("answer 0").contains(OF_HTTP2 + "Http2Connection");
    }

    private static String outputFor(String what) {
        return JavaCommand.java(
                        "-Xlog:class+load:stdout",
                        "-Dringer.http2=on",
                        "-Dcom.sun.net.httpserver.HttpServerProvider=dev.ringer.RingerProvider",
                        "-cp",
                        CLASSES,
                        UnusedMain.class.getName(),
                        what)
                .output();
    }
}
