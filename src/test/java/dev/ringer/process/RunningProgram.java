package dev.ringer.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** Runs a program in its own process until it is closed, and reads its output. Only one thread may use it. */
public final class RunningProgram implements AutoCloseable {
    private static final int DEADLINE_SECONDS = 90;
    private static final String END = "\0 end of output";

    private final Process process;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    private RunningProgram(Process process) {
        this.process = process;
    }

    public static RunningProgram started(JavaCommand command) {
        try {
            var program = new RunningProgram(command.builder().start());
            var reader = new Thread(program::readLines, "output of " + program.process.pid());
            reader.setDaemon(true);
            reader.start();
            return program;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** {@return the next line that begins as given; earlier lines are discarded} */
    public String awaitLine(String beginning) {
        var seen = new StringBuilder();
        for (var line = nextLine(); !line.equals(END); line = nextLine()) {
            if (line.startsWith(beginning)) {
                return line;
            }
            seen.append(line).append('\n');
        }
        close();
        throw new AssertionError("the program never said '" + beginning + "', but:\n" + seen);
    }

    /** Sends a line to the program's standard input. */
    public void say(String line) {
        try {
            var input = process.outputWriter(UTF_8);
            input.write(line + "\n");
            input.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public long pid() {
        return process.pid();
    }

    /** {@return the processor time that the program has used} */
    public Duration processorTime() {
        return process.info().totalCpuDuration().orElseThrow();
    }

    private String nextLine() {
        try {
            var line = lines.poll(DEADLINE_SECONDS, SECONDS);
            return line == null ? END : line;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return END;
        }
    }

    private void readLines() {
        try (var output = process.inputReader(UTF_8)) {
            output.lines().forEach(lines::add);
        } catch (IOException | UncheckedIOException ignored) {
            // the process has ended, and its output is in the queue
        } finally {
            lines.add(END);
        }
    }

    /** Asks the program to end, as Ctrl-C does, and waits for its end. */
    @Override
    public void close() {
        process.destroy();
        try {
            if (process.waitFor(DEADLINE_SECONDS, SECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        process.destroyForcibly();
        throw new AssertionError("the program did not end");
    }
}
