package dev.ringer.testkit;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A headless Chromium that shows one page, until it is closed. */
public final class Browser implements AutoCloseable {
    private static final Path CHROMIUM = Stream.of(System.getenv("PATH").split(File.pathSeparator))
            .flatMap(path ->
                    Stream.of("chromium", "chromium-browser", "google-chrome").map(name -> Path.of(path, name)))
            .filter(Files::isExecutable)
            .findFirst()
            .orElse(null);

    private final Process process;

    private Browser(Process process) {
        this.process = process;
    }

    /** Whether there is one on this machine. */
    public static boolean available() {
        return CHROMIUM != null;
    }

    /**
     * Shows a page.
     *
     * @param place a directory of the test's own, for what the browser writes
     */
    public static Browser start(Path place, String url) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                        CHROMIUM.toString(),
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--no-first-run",
                        "--disable-background-networking",
                        "--disable-component-update",
                        "--disable-sync",
                        "--ignore-certificate-errors",
                        "--remote-debugging-port=0",
                        "--user-data-dir=" + place.resolve("chromium"),
                        url)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("TMPDIR", place.toString());
        return new Browser(builder.start());
    }

    @Override
    public void close() throws Exception {
        List<ProcessHandle> all = Stream.concat(process.descendants(), Stream.of(process.toHandle()))
                .toList();
        all.forEach(ProcessHandle::destroyForcibly);
        for (ProcessHandle each : all) {
            each.onExit().get(10, TimeUnit.SECONDS);
        }
    }
}
