package dev.ringer.process;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;

/** Compiles the programs of {@code src/test/apps} with the compiler of the running JDK. */
public final class Sources {
    private static final Path ROOT = Path.of("src/test/apps");
    private static final String SOURCE_PATH = ROOT + File.pathSeparator + Path.of("src/test/java");

    private Sources() {}

    /** Returns a folder for the classes of compiled programs. */
    public static Path folder(String name) {
        return Path.of("target", "apps", name);
    }

    /** Compiles a source file into a folder, with all files that it refers to, including those of the test kit. */
    public static Path compiled(String source, List<File> classPath, Path classes) {
        return run(
                List.of(source),
                List.of("-sourcepath", SOURCE_PATH, "-classpath", joined(classPath), "-d", classes.toString()),
                classes);
    }

    /** Compiles the given files as one module. */
    public static Path compiledModule(Path classes, String... sources) {
        return run(List.of(sources), List.of("-d", classes.toString()), classes);
    }

    private static Path run(List<String> sources, List<String> options, Path classes) {
        var compiler = ToolProvider.getSystemJavaCompiler();
        try (var files = compiler.getStandardFileManager(null, null, null)) {
            var units = files.getJavaFileObjectsFromPaths(
                    sources.stream().map(ROOT::resolve).toList());
            if (!compiler.getTask(null, files, null, options, null, units).call()) {
                throw new IllegalStateException("cannot compile " + sources);
            }
            return classes;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static String joined(List<File> files) {
        return files.stream().map(File::getPath).collect(Collectors.joining(File.pathSeparator));
    }
}
