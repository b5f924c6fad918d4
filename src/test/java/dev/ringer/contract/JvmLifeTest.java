package dev.ringer.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ringer.process.JavaCommand;
import dev.ringer.testkit.Provider;
import java.io.File;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that a started server keeps the JVM alive until it is stopped, and that a created one does not. */
@Execution(ExecutionMode.CONCURRENT)
class JvmLifeTest {
    private static final String CLASSES = String.join(File.pathSeparator, "target/classes", "target/test-classes");

    @ParameterizedTest
    @EnumSource(Provider.class)
    void endsWithMainWhenNothingWasStarted(Provider provider) {
        assertThat(outputOf(provider, "create")).doesNotContain("status");
    }

    @ParameterizedTest
    @EnumSource(Provider.class)
    void goesOnUntilStop(Provider provider) {
        assertThat(outputOf(provider, "start")).contains("status 200");
    }

    /** On the JDK's server, such a program never ends. */
    @Test
    void endsAlthoughAHandlerWaitsForTheHookThatStopsItsServer() {
        assertThat(outputOf(Provider.RINGER, "exit")).contains("stopped");
    }

    /** Returns what the program prints until the JVM ends by itself. */
    private static String outputOf(Provider provider, String what) {
        assumeTrue(provider.available());
        return JavaCommand.java(
                        "--add-exports=jdk.httpserver/sun.net.httpserver=ALL-UNNAMED",
                        "-cp",
                        CLASSES,
                        OutlivedMain.class.getName(),
                        provider,
                        what)
                .output();
    }
}
