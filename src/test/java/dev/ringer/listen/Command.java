package dev.ringer.listen;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Finds and runs programs that may not be installed. */
public final class Command {
    private Command() {}

    /** Returns the path of a program. Without the program, the test is skipped, or fails in CI. */
    public static String path(String name) {
        Optional<Path> path = Stream.of(System.getenv("PATH").split(":"))
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable)
                .findFirst();
        assumeTrue(path.isPresent() || System.getenv("CI") != null, () -> name + " is not installed");
        return path.orElseThrow().toString();
    }

    /** Runs a command that must succeed, and returns its output. */
    public static String output(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(output).isZero();
        return output;
    }
}
