package dev.ringer.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Builds and runs a command of the running JDK: {@code java} or another tool. */
public final class JavaCommand {
    private static final int DEADLINE_SECONDS = 60;

    private final List<String> command = new ArrayList<>();
    private String toolOptions = "";
    private Path errors; // null if errors go to the output

    private JavaCommand(String tool, Object... arguments) {
        command.add(Path.of(System.getProperty("java.home"), "bin", tool).toString());
        Stream.of(arguments).map(Object::toString).forEach(command::add);
    }

    public static JavaCommand java(Object... arguments) {
        return new JavaCommand("java", arguments);
    }

    public static JavaCommand tool(String tool, Object... arguments) {
        return new JavaCommand(tool, arguments);
    }

    /** Sets {@code JAVA_TOOL_OPTIONS}, for programs whose command line cannot be changed. */
    public JavaCommand withToolOptions(String options) {
        toolOptions = options;
        return this;
    }

    /** Limits the descriptors of the process, in the shell that starts it. */
    public JavaCommand withDescriptors(int most) {
        command.addAll(0, List.of("sh", "-c", "ulimit -n " + most + " && exec \"$0\" \"$@\""));
        return this;
    }

    /** Has another program start the command. The command follows that program's own arguments. */
    public JavaCommand startedBy(String... starter) {
        command.addAll(0, List.of(starter));
        return this;
    }

    /** Writes the error output of the process to a file, separate from its output. */
    public JavaCommand withErrorsTo(Path file) {
        errors = file;
        return this;
    }

    /** Runs the command until it ends. {@return its output, with its errors unless they go to a file} */
    public String output() {
        try {
            var file = Files.createTempFile("output", ".txt");
            try {
                return outputBy(file);
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns a builder of the process, for a command that does not end by itself. */
    public ProcessBuilder builder() {
        var builder = new ProcessBuilder(command);
        if (errors == null) {
            builder.redirectErrorStream(true);
        } else {
            builder.redirectError(errors.toFile());
        }
        if (!toolOptions.isEmpty()) {
            builder.environment().put("JAVA_TOOL_OPTIONS", toolOptions);
        }
        return builder;
    }

    private String outputBy(Path file) throws IOException {
        var process = builder().redirectOutput(file.toFile()).start();
        process.getOutputStream().close();
        if (!endsInTime(process)) {
            process.destroyForcibly();
            throw new AssertionError(command + " did not end:\n" + Files.readString(file, UTF_8));
        }
        return Files.readString(file, UTF_8);
    }

    private static boolean endsInTime(Process process) {
        try {
            return process.waitFor(DEADLINE_SECONDS, SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
