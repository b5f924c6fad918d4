package dev.ringer.dropin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/**
 * A program of {@code src/test/apps} together with the published artifacts that it is a program for.
 *
 * <p>Immutable. It is compiled once for each start of a test, by the compiler of the running JDK.
 */
final class Program {
    private static final Path SOURCES = Path.of("src/test/apps");
    private static final Path CLASSES = Path.of("target/dropin");

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

    /** Adds JVM flags; <code>${port}</code> in them becomes a free port, another one for each start. */
    Program withFlags(String... added) {
        return new Program(
                name, libraries, Stream.concat(flags.stream(), Stream.of(added)).toList());
    }

    /** Compiles the program and the files beside it that it names. */
    Path compiled() {
        var classes = CLASSES.resolve(name);
        var source = SOURCES.resolve("published").resolve(name + ".java");
        var compiler = ToolProvider.getSystemJavaCompiler();
        var options = List.of(
                "-d",
                created(classes).toString(),
                "-sourcepath",
                SOURCES.toString(),
                "-classpath",
                joined(libraries),
                "-proc:none");
        try (var files = compiler.getStandardFileManager(null, null, null)) {
            var task = compiler.getTask(null, files, null, options, null, files.getJavaFileObjects(source));
            if (!task.call()) {
                throw new IllegalStateException("cannot compile " + source);
            }
            return classes;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts the program, compiled to the given folder, in a process of its own. */
    RunningProgram start(Provider provider, Path classes) {
        var classPath = new ArrayList<>(provider.classPath());
        classPath.add(classes.toFile());
        classPath.addAll(libraries);

        var command = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java", "-Xmx256m"));
        var port = Integer.toString(freePort());
        flags.forEach(flag -> command.add(flag.replace("${port}", port)));
        command.addAll(List.of("-cp", joined(classPath), "published." + name));
        var program = RunningProgram.started(command);
        assertThat(program.providerClassName()).isEqualTo(provider.className());
        return program;
    }

    private static int freePort() {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path created(Path folder) {
        try {
            return Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String joined(List<File> files) {
        return files.stream().map(File::getPath).collect(Collectors.joining(File.pathSeparator));
    }
}
