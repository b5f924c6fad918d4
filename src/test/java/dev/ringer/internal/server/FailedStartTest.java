package dev.ringer.internal.server;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.ringer.options.AccessLogOptions;
import dev.ringer.options.ServerOptions;
import dev.ringer.options.Settings;
import dev.ringer.testkit.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that cannot start gives back what it has taken, once. */
class FailedStartTest {
    @TempDir
    private Path folder;

    @Test
    void leavesTheLogToOthers() throws IOException {
        Path file = folder.resolve("log");
        ServerOptions options = ServerOptions.builder()
                .set(Settings.ACCESS_LOG, AccessLogOptions.of("common:" + file))
                .build();
        ServerCore core = new ServerCore(
                null,
                options,
                false,
                unused -> {
                    throw new IllegalArgumentException("on purpose");
                },
                null);
        core.bind(TestServer.anyPort(), 0);
        try {
            assertThatIllegalArgumentException().isThrownBy(core::start);
            Files.delete(file);
            Files.createDirectory(file);

            assertThatIllegalStateException() // it is opened again, since nobody has it any more
                    .isThrownBy(core::start)
                    .withCauseInstanceOf(IOException.class);
        } finally {
            core.stop(0);
        }
    }
}
