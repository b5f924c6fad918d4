package dev.ringer.dropin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.process.JavaCommand;
import dev.ringer.process.RingerJar;
import dev.ringer.process.Sources;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests {@code RequestBody} by the rules of Reactive Streams, and with libraries that use it. */
@Tag("outer")
class ReactiveIT {
    private static final Path CLASSES = Sources.folder("reactive");

    private static String output(String source, String libraries, Object... command) {
        List<File> classPath = new ArrayList<>(Artifacts.withDependencies(List.of(libraries)));
        classPath.add(RingerJar.file());
        Path classes = Sources.compiled(source, classPath, CLASSES);
        classPath.add(classes.toFile());
        List<Object> arguments = new ArrayList<>(List.of("-cp", Sources.joined(classPath)));
        arguments.addAll(List.of(command));
        return JavaCommand.java(arguments.toArray()).output();
    }

    /** The Technology Compatibility Kit of Reactive Streams prints the number of rules that are broken. */
    @Test
    void keepsTheRulesOfReactiveStreams(@TempDir Path reports) {
        assertThat(output(
                        "dev/ringer/RequestBodyRules.java",
                        "org.reactivestreams:reactive-streams-tck-flow:1.0.4",
                        "org.testng.TestNG",
                        "-d",
                        reports,
                        "-testclass",
                        "dev.ringer.RequestBodyRules"))
                .containsPattern("Total tests run: [1-9]")
                .contains("Failures: 0");
    }

    @Test
    void worksWithReactor() {
        assertThat(output(
                        "reactive/ReactorUpload.java",
                        "io.projectreactor:reactor-core:3.6.6",
                        "reactive.ReactorUpload"))
                .contains("received 3000000");
    }

    @Test
    void worksWithMutiny() {
        assertThat(output("reactive/MutinyUpload.java", "io.smallrye.reactive:mutiny:2.6.2", "reactive.MutinyUpload"))
                .contains("received 3000000");
    }
}
