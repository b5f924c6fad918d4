package dev.ringer.embedding;

import static dev.ringer.process.JavaCommand.java;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.process.JarBuilder;
import dev.ringer.process.RingerJar;
import dev.ringer.process.Sources;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that Ringer serves applications that do not know Ringer, however they are started. */
class EmbeddingIT {
    private static final String NAMED = "-Dcom.sun.net.httpserver.HttpServerProvider=dev.ringer.RingerProvider";
    private static final String SERVICE = "META-INF/services/com.sun.net.httpserver.spi.HttpServerProvider";
    private static final String BY_RINGER = "application: GET answered by dev.ringer.";
    private static final String BY_JDK = "application: GET answered by sun.net.httpserver.";

    private static final Path RINGER = RingerJar.path();
    private static final Path AGENT = Path.of("-javaagent:" + RINGER);

    @TempDir
    private static Path folder;

    private static Path classes;
    private static Path module;
    private static Path jar;

    @BeforeAll
    static void buildTheApplication() {
        classes = Sources.compiled("embedded/Probe.java", List.of(), folder.resolve("classes"));
        module = Sources.compiledModule(folder.resolve("module"), "module/module-info.java", "embedded/Probe.java");
        jar = new JarBuilder()
                .attribute("Main-Class", "embedded.Probe")
                .folder(classes)
                .writtenTo(folder.resolve("application.jar"));
    }

    @Test
    @Tag("outer")
    void withoutRingerTheJdkServes() {
        assertThat(java("-cp", classes, "embedded.Probe").output()).contains(BY_JDK);
    }

    @Test
    void onTheClassPath() {
        assertThat(java("-cp", path(RINGER, classes), "embedded.Probe").output())
                .contains(BY_RINGER);
    }

    @Test
    @Tag("outer")
    void onTheClassPathAndNamed() {
        assertThat(java(NAMED, "-cp", path(classes, RINGER), "embedded.Probe").output())
                .contains(BY_RINGER);
    }

    @Test
    @Tag("outer")
    void firstProviderOnTheClassPathWins() {
        var other = otherProvider();

        assertThat(java("-cp", path(other, RINGER, classes), "embedded.Probe").output())
                .contains("the other provider was chosen");
        assertThat(java("-cp", path(RINGER, other, classes), "embedded.Probe").output())
                .contains(BY_RINGER);
    }

    @Test
    @Tag("outer")
    void namingWinsOverTheClassPath() {
        assertThat(java(NAMED, "-cp", path(otherProvider(), RINGER, classes), "embedded.Probe")
                        .output())
                .contains(BY_RINGER);
    }

    @Test
    void onTheModulePathOfAModule() {
        assertThat(java("-p", path(RINGER, module), "-m", "embedded/embedded.Probe")
                        .output())
                .contains(BY_RINGER);
    }

    @Test
    @Tag("outer")
    void onTheModulePathOfAModuleAndNamed() {
        assertThat(java(NAMED, "-p", path(RINGER, module), "-m", "embedded/embedded.Probe")
                        .output())
                .contains(BY_RINGER);
    }

    @Test
    @Tag("outer")
    void onTheClassPathOfAModule() {
        assertThat(java("-cp", RINGER, "-p", module, "-m", "embedded/embedded.Probe")
                        .output())
                .contains(BY_RINGER);
    }

    @Test
    @Tag("outer")
    void onTheModulePathOfAClassPathApplication() {
        assertThat(java("-p", RINGER, "-cp", classes, "embedded.Probe").output())
                .contains(BY_RINGER);
    }

    @Test
    @Tag("outer")
    void asAgentOfAnExecutableJar() {
        assertThat(java(AGENT, "-jar", jar).output()).contains(BY_RINGER);
    }

    @Test
    @Tag("outer")
    void asAgentOfAModule() {
        assertThat(java(AGENT, "-p", module, "-m", "embedded/embedded.Probe").output())
                .contains(BY_RINGER);
    }

    @Test
    @Tag("outer")
    void byToolOptionsOfAnExecutableJar() {
        assertThat(java("-jar", jar).withToolOptions(AGENT.toString()).output()).contains(BY_RINGER);
    }

    @Test
    void insideAShadedJar() {
        var shaded = new JarBuilder()
                .attribute("Main-Class", "embedded.Probe")
                .folder(classes)
                .contentOf(RINGER)
                .writtenTo(folder.resolve("shaded.jar"));

        assertThat(java("-jar", shaded).output()).contains(BY_RINGER);
    }

    @Test
    void besideAnAgentThatOpensAServerLater() {
        assertThat(java(AGENT, "-javaagent:" + serverOpeningAgent(), "-jar", jar)
                        .output())
                .contains("agent: GET answered by dev.ringer.", BY_RINGER);
    }

    /** The JDK chooses the provider once: here, before Ringer is loaded. */
    @Test
    @Tag("outer")
    void notAfterAnAgentThatOpenedAServerBefore() {
        assertThat(java("-javaagent:" + serverOpeningAgent(), AGENT, "-jar", jar)
                        .output())
                .contains("agent: GET answered by sun.net.httpserver.", BY_JDK);
    }

    /** On the class path, Ringer is available before any agent starts. */
    @Test
    @Tag("outer")
    void onTheClassPathEvenForAgents() {
        assertThat(java("-javaagent:" + serverOpeningAgent(), "-cp", path(RINGER, classes), "embedded.Probe")
                        .output())
                .contains("agent: GET answered by dev.ringer.", BY_RINGER);
    }

    /** The JDK searches only the system class loader, so it does not find Ringer in a child loader. */
    @Test
    @Tag("outer")
    void notFromAChildClassLoader() {
        var launcher = Sources.compiled("embedded/ChildLoader.java", List.of(), folder.resolve("launcher"));

        assertThat(java("-cp", launcher, "embedded.ChildLoader", RINGER, classes)
                        .output())
                .contains("child: GET answered by sun.net.httpserver.");
    }

    @Test
    @Tag("outer")
    void asAgentForAChildClassLoader() {
        var launcher = Sources.compiled("embedded/ChildLoader.java", List.of(), folder.resolve("launcher"));

        assertThat(java(AGENT, "-cp", launcher, "embedded.ChildLoader", classes).output())
                .contains("child: GET answered by dev.ringer.");
    }

    @Test
    @Tag("outer")
    void twiceInOneJvm() {
        var two = Sources.compiled("embedded/TwoServers.java", List.of(), folder.resolve("two"));

        assertThat(java("-cp", path(RINGER, two), "embedded.TwoServers").output())
                .contains("one and two by dev.ringer.", "stopped and two");
    }

    private static Path serverOpeningAgent() {
        var agent = Sources.compiled("embedded/ServerOpeningAgent.java", List.of(), folder.resolve("agent"));
        return new JarBuilder()
                .attribute("Premain-Class", "embedded.ServerOpeningAgent")
                .folder(agent)
                .writtenTo(folder.resolve("agent.jar"));
    }

    private static Path otherProvider() {
        var other = Sources.compiled("embedded/OtherProvider.java", List.of(), folder.resolve("other"));
        return new JarBuilder()
                .entry(SERVICE, "embedded.OtherProvider")
                .folder(other)
                .writtenTo(folder.resolve("other.jar"));
    }

    private static String path(Path... entries) {
        return Sources.joined(List.of(entries).stream().map(Path::toFile).toList());
    }
}
