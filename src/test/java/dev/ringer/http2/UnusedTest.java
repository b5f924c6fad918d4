package dev.ringer.http2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.LoadedClasses;
import org.junit.jupiter.api.Test;

/** Checks that a server loads the classes of HTTP/2 only when its first client uses HTTP/2. */
class UnusedTest {
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
        return LoadedClasses.of(UnusedMain.class.getName(), what, "-Dringer.http2=on");
    }
}
