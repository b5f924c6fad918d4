package dev.ringer.dropin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.process.RunningProgram;

/** A program that has said where it listens, on the server that it should have. */
record Service(RunningProgram program, Provider provider, int port) implements AutoCloseable {
    /** Waits for a program to say where it listens. */
    static Service of(RunningProgram running, Provider provider) {
        var ready = running.awaitLine("READY ").split(" ");
        assertThat(ready[2]).isEqualTo(provider.className());
        return new Service(running, provider, Integer.parseInt(ready[1]));
    }

    @Override
    public void close() {
        program.close();
    }
}
