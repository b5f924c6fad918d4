package dev.ringer.internal.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.process.JarBuilder;
import dev.ringer.testkit.Ability;
import dev.ringer.testkit.Needs;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.function.Function;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks which code counts as a Java agent's when it makes a server. */
@Needs(Ability.COMPILER)
class AgentCodeTest {
    @TempDir
    private static Path folder;

    private static Path classes; // a folder with a class that makes a server

    @BeforeAll
    static void compile() throws IOException {
        classes = Files.createDirectory(folder.resolve("classes"));
        Path source = Files.writeString(folder.resolve("Maker.java"), """
                public class Maker implements java.util.function.Function<java.util.concurrent.Callable<?>, Object> {
                    public Object apply(java.util.concurrent.Callable<?> server) {
                        try {
                            return server.call();
                        } catch (Exception e) {
                            throw new IllegalStateException(e);
                        }
                    }
                }
                """);
        assertThat(ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, "-d", classes.toString(), source.toString()))
                .isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "Premain-Class, true",
        "Agent-Class, true",
        "Main-Class, false",
        "Launcher-Agent-Class, false",
        "Created-By, false",
    })
    void namesAgentsByTheManifestOfTheirJar(String attribute, boolean ofAgent) throws Exception {
        Path jar = jarWith(attribute);
        try (URLClassLoader loader = new URLClassLoader(new URL[] {jar.toUri().toURL()})) {
            assertThat(madeBy(loader)).isEqualTo(ofAgent);
        }
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {classes.toUri().toURL()})) {
            assertThat(madeBy(loader)).isFalse(); // the same class outside of a jar
        }
    }

    @Test
    void takesTheCodeNextToTheServerForItsMaker() throws Exception {
        try (URLClassLoader agent = new URLClassLoader(
                        new URL[] {jarWith("Premain-Class").toUri().toURL()});
                URLClassLoader program = new URLClassLoader(
                        new URL[] {jarWith("Main-Class").toUri().toURL()})) {
            // an agent that instruments an executor stands on the stack of the program's tasks
            assertThat(call(agent, () -> madeBy(program))).isEqualTo(false);
            assertThat(call(program, () -> madeBy(agent))).isEqualTo(true);
        }
    }

    @Test
    void countsRingerAndTheJdkAsNobody() {
        assertThat(AgentCode.makesServer()).isFalse();
    }

    @Test
    void countsAFileThatIsNoJarAsTheProgram() throws IOException {
        assertThat(AgentCode.isOfAgent(Files.writeString(folder.resolve("no.jar"), "text")))
                .isFalse();
        assertThat(AgentCode.isOfAgent(folder.resolve("missing.jar"))).isFalse();
        assertThat(AgentCode.isOfAgent(null)).isFalse();
    }

    private static Path jarWith(String attribute) {
        return new JarBuilder()
                .attribute(attribute, "Maker")
                .folder(classes)
                .writtenTo(folder.resolve(attribute + ".jar"));
    }

    private static boolean madeBy(ClassLoader loader) {
        return (boolean) call(loader, AgentCode::makesServer);
    }

    @SuppressWarnings("unchecked")
    private static Object call(ClassLoader loader, Callable<?> server) {
        try {
            return ((Function<Callable<?>, Object>)
                            loader.loadClass("Maker").getConstructor().newInstance())
                    .apply(server);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
}
