package dev.ringer.dropin;

import dev.ringer.process.JarBuilder;
import dev.ringer.process.JavaCommand;
import dev.ringer.process.RunningProgram;
import dev.ringer.process.Sources;
import dev.ringer.testkit.FreePorts;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A program of {@code src/test/apps/published}, with the artifacts that it uses. Immutable. */
final class Program {
    private static final Path CLASSES = Sources.folder("dropin");

    private final String name;
    private final List<File> libraries;
    private final List<String> flags;
    private final Launch launch;

    private Program(String name, List<File> libraries, List<String> flags, Launch launch) {
        this.name = name;
        this.libraries = libraries;
        this.flags = flags;
        this.launch = launch;
    }

    static Program using(String name, String... coordinates) {
        return new Program(name, Artifacts.withDependencies(List.of(coordinates)), List.of(), Launch.CLASS_PATH);
    }

    /** Starts Ringer as an agent, and leaves the class path of the program as it is. */
    Program withAgent() {
        return new Program(name, libraries, flags, Launch.AGENT);
    }

    /** Packs the program and its libraries into one jar, as Spring Boot's plugins do, and starts Ringer as an agent. */
    Program inBootJar() {
        return new Program(name, libraries, flags, Launch.BOOT_JAR);
    }

    /** Adds JVM flags. <code>${port}</code> in them becomes a free port, different for each start. */
    Program withFlags(String... added) {
        return new Program(
                name, libraries, Stream.concat(flags.stream(), Stream.of(added)).toList(), launch);
    }

    Path compiled() {
        return Sources.compiled("published/" + name + ".java", libraries, CLASSES.resolve(name));
    }

    /** Starts the program, compiled to the given folder, in a process of its own. */
    RunningProgram start(Provider provider, Path classes) {
        var arguments = new ArrayList<>(List.of("-Xmx256m"));
        var port = Integer.toString(FreePorts.next());
        arguments.addAll(provider.flags());
        flags.forEach(flag -> arguments.add(flag.replace("${port}", port)));
        if (launch != Launch.CLASS_PATH) {
            provider.classPath().forEach(file -> arguments.add("-javaagent:" + file));
        }
        arguments.addAll(
                switch (launch) {
                    case CLASS_PATH -> mainClass(provider.classPath(), classes);
                    case AGENT -> mainClass(List.of(), classes);
                    case BOOT_JAR -> List.of("-jar", bootJar(provider, classes).toString());
                });
        return RunningProgram.started(JavaCommand.java(arguments.toArray()));
    }

    private List<String> mainClass(List<File> first, Path classes) {
        var classPath = new ArrayList<>(first);
        classPath.add(classes.toFile());
        classPath.addAll(libraries);
        return List.of("-cp", Sources.joined(classPath), "published." + name);
    }

    private Path bootJar(Provider provider, Path classes) {
        return new JarBuilder()
                .attribute("Main-Class", "org.springframework.boot.loader.launch.JarLauncher")
                .attribute("Start-Class", "published." + name)
                .contentOf(Artifacts.file("org.springframework.boot:spring-boot-loader:3.5.0")
                        .toPath())
                .entry("BOOT-INF/classes/", "")
                .folder("BOOT-INF/classes/", classes)
                .stored("BOOT-INF/lib/", libraries)
                .writtenTo(CLASSES.resolve(name + "-" + provider + ".jar"));
    }

    private enum Launch {
        CLASS_PATH,
        AGENT,
        BOOT_JAR
    }
}
