package dev.ringer.proxy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** Loads a server until {@link #end}: wrk sends GETs, and h2load sends POSTs over HTTP/2 or GETs over HTTP/1.1. */
final class Load {
    private static final int DEADLINE_SECONDS = 60;
    private static final int UPLOADS_PER_RUN = 1000;
    private static final Pattern WRK_TOTAL = Pattern.compile("(\\d+) requests in ");
    private static final Pattern H2LOAD_TOTAL =
            Pattern.compile("(\\d+) succeeded, (\\d+) failed, (\\d+) errored, (\\d+) timeout");

    private final Process wrk;
    private final CompletableFuture<Integer> uploads;
    private volatile boolean ending;

    private Load(String url, boolean http2, Path folder) throws IOException {
        String h2load = ProxyProcess.installed("h2load");
        wrk = new ProcessBuilder(ProxyProcess.installed("wrk"), "-t1", "-c16", "-d600s", "--timeout", "30s", url)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("wrk").toFile())
                .start();
        Path body = Files.writeString(folder.resolve("upload"), "an upload\n".repeat(200));
        uploads = CompletableFuture.supplyAsync(() -> uploadUntilEnd(h2load, http2, url, body));
    }

    /** Starts the load. Without wrk or h2load, the test is skipped, or fails in CI. */
    static Load on(String url, boolean http2, Path folder) throws IOException {
        return new Load(url, http2, folder);
    }

    private int uploadUntilEnd(String h2load, boolean http2, String url, Path body) {
        int all = 0;
        while (!ending) {
            String said = http2
                    ? output(h2load, "-m4", "-c4", "-n" + UPLOADS_PER_RUN, "-d" + body, url)
                    : output(h2load, "--h1", "-c4", "-n" + UPLOADS_PER_RUN, url);
            var total = H2LOAD_TOTAL.matcher(said);
            assertThat(total.find()).as(said).isTrue();
            assertThat(total.group())
                    .as(said)
                    .isEqualTo(UPLOADS_PER_RUN + " succeeded, 0 failed, 0 errored, 0 timeout");
            all += UPLOADS_PER_RUN;
        }
        return all;
    }

    private static String output(String... command) {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            return new String(process.getInputStream().readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Ends the load and requires that no request failed. {@return the number of answered requests} */
    int end(Path folder) throws Exception {
        ending = true;
        int uploaded = uploads.get(DEADLINE_SECONDS, TimeUnit.SECONDS);
        output("kill", "-INT", Long.toString(wrk.pid())); // wrk then prints its totals
        assertThat(wrk.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)).isTrue();
        String said = Files.readString(folder.resolve("wrk"));
        assertThat(said).doesNotContain("Socket errors").doesNotContain("Non-2xx");
        var total = WRK_TOTAL.matcher(said);
        assertThat(total.find()).as(said).isTrue();
        return uploaded + Integer.parseInt(total.group(1));
    }

    /** Ends the load without checks, for example after a failure. */
    void abandon() {
        ending = true;
        wrk.destroyForcibly();
    }
}
