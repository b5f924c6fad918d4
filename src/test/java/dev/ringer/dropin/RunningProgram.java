package dev.ringer.dropin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** A process that says {@code READY port provider} when its server answers, and ends when its input is closed. */
final class RunningProgram implements AutoCloseable {
    private static final int DEADLINE_SECONDS = 30;
    private static final String END = "\0 end of output";

    private final Process process;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final String[] ready;

    private RunningProgram(List<String> command) throws IOException {
        process = new ProcessBuilder(command).redirectErrorStream(true).start();
        var reader = new Thread(this::readLines, "output of " + process.pid());
        reader.setDaemon(true);
        reader.start();
        ready = awaitLine("READY ").split(" ");
    }

    static RunningProgram started(List<String> command) {
        try {
            return new RunningProgram(command);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int port() {
        return Integer.parseInt(ready[1]);
    }

    String providerClassName() {
        return ready[2];
    }

    /** {@return the next line that begins as given; the lines before it are forgotten} */
    String awaitLine(String beginning) {
        var seen = new StringBuilder();
        try {
            for (var line = nextLine(); line != null; line = nextLine()) {
                if (line.startsWith(beginning)) {
                    return line;
                }
                seen.append(line).append('\n');
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        process.destroyForcibly();
        throw new AssertionError("the program never said '" + beginning + "', but:\n" + seen);
    }

    /** {@return the next line, or null when there is none in time or the program has ended} */
    private String nextLine() throws InterruptedException {
        var line = lines.poll(DEADLINE_SECONDS, SECONDS);
        return END.equals(line) ? null : line;
    }

    private void readLines() {
        try (var output = process.inputReader(UTF_8)) {
            output.lines().forEach(lines::add);
        } catch (IOException | UncheckedIOException ignored) {
            // the process is gone, and what it said is in the queue
        } finally {
            lines.add(END);
        }
    }

    @Override
    public void close() {
        try {
            process.getOutputStream().close();
            if (process.waitFor(DEADLINE_SECONDS, SECONDS)) {
                return;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        process.destroyForcibly();
        throw new AssertionError("the program did not end");
    }
}
