package dev.ringer.dropin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.process.RunningProgram;
import java.nio.file.Path;

/** A program that has said where it listens, on the server that it should have. */
record Service(RunningProgram program, Provider provider, int port) implements AutoCloseable {
    static Service of(Program program, Provider provider, Path classes) {
        var running = program.start(provider, classes);
        var ready = running.awaitLine("READY ").split(" ");
        assertThat(ready[2]).isEqualTo(provider.className());
        return new Service(running, provider, Integer.parseInt(ready[1]));
    }

    @Override
    public void close() {
        program.close();
    }
}
