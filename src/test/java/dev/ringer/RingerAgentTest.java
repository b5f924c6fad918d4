package dev.ringer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.process.JarBuilder;
import dev.ringer.process.JavaCommand;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Tests the agent in JVMs of their own. */
@Execution(ExecutionMode.CONCURRENT)
class RingerAgentTest {
    private static final String PROPERTY = "-Dcom.sun.net.httpserver.HttpServerProvider=";
    private static final String TELLS = "Ringer is the com.sun.net.httpserver provider";
    private static final String WARNS = "ringer: the agent has no effect";

    @TempDir
    private static Path folder;

    private static Path agent;
    private static Path other; // a jar with another provider, before the agent's on the class path

    @BeforeAll
    static void build() {
        agent = new JarBuilder()
                .attribute("Premain-Class", RingerAgent.class.getName())
                .folder(Path.of("target/classes"))
                .writtenTo(folder.resolve("ringer.jar"));
        other = new JarBuilder()
                .entry(
                        "META-INF/services/com.sun.net.httpserver.spi.HttpServerProvider",
                        "sun.net.httpserver.DefaultHttpServerProvider")
                .writtenTo(folder.resolve("other.jar"));
    }

    @Test
    void namesRingerAndSaysSoOnce() {
        String output = run("servers");

        assertThat(output)
                .containsOnlyOnce(TELLS)
                .contains("made RingerHttpServer")
                .doesNotContain(WARNS, "made HttpServerImpl");
        assertThat(output.indexOf("main begins")).isLessThan(output.indexOf(TELLS));
    }

    @Test
    void leavesTheProviderThatIsNamedAlready() {
        assertThat(run("servers", PROPERTY + "dev.ringer.RingerProvider"))
                .contains("made RingerHttpServer")
                .doesNotContain(TELLS, WARNS);
        assertThat(run(
                        "servers",
                        "--add-exports=jdk.httpserver/sun.net.httpserver=ALL-UNNAMED",
                        PROPERTY + "sun.net.httpserver.DefaultHttpServerProvider"))
                .containsOnlyOnce(WARNS)
                .contains(
                        "selects another provider, sun.net.httpserver.DefaultHttpServerProvider", "made HttpServerImpl")
                .doesNotContain(TELLS);
    }

    @Test
    void loadsOneClassUntilThereIsAServer() {
        String output = run("nothing", "-Xlog:class+load:stdout");

        assertThat(output.lines()
                        .filter(line -> line.contains(" dev.ringer."))
                        .map(line -> line.replaceFirst(".* (dev\\.ringer\\.\\S+) .*", "$1")))
                .containsExactly("dev.ringer.RingerAgent", "dev.ringer.AgentMain");
        assertThat(output).doesNotContain("java.util.logging", "com.sun.net.httpserver.spi", TELLS);
    }

    private static String run(String argument, String... options) {
        List<Object> command = new ArrayList<>(List.of(options));
        command.addAll(List.of(
                "-javaagent:" + agent,
                "-cp",
                other + File.pathSeparator + "target/test-classes",
                AgentMain.class.getName(),
                argument));
        return JavaCommand.java(command.toArray()).output();
    }
}
