package dev.ringer.dropin;

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

    private Program(String name, List<File> libraries, List<String> flags) {
        this.name = name;
        this.libraries = libraries;
        this.flags = flags;
    }

    static Program using(String name, String... coordinates) {
        return new Program(name, Artifacts.withDependencies(List.of(coordinates)), List.of());
    }

    /** Adds JVM flags. <code>${port}</code> in them becomes a free port, different for each start. */
    Program withFlags(String... added) {
        return new Program(
                name, libraries, Stream.concat(flags.stream(), Stream.of(added)).toList());
    }

    Path compiled() {
        return Sources.compiled("published/" + name + ".java", libraries, CLASSES.resolve(name));
    }

    /** Starts the program, compiled to the given folder, in a process of its own. */
    RunningProgram start(Provider provider, Path classes) {
        var classPath = new ArrayList<>(provider.classPath());
        classPath.add(classes.toFile());
        classPath.addAll(libraries);

        var arguments = new ArrayList<>(List.of("-Xmx256m"));
        var port = Integer.toString(FreePorts.next());
        arguments.addAll(provider.flags());
        flags.forEach(flag -> arguments.add(flag.replace("${port}", port)));
        arguments.addAll(List.of("-cp", Sources.joined(classPath), "published." + name));
        return RunningProgram.started(JavaCommand.java(arguments.toArray()));
    }
}
