package dev.ringer.dropin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.process.RunningProgram;
import dev.ringer.testkit.Deadlines;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;

/** A program that has said where it listens, on the server that it should have. */
record Service(RunningProgram program, Provider provider, int port) implements AutoCloseable {
    /** Waits for a program to say where it listens, and until it does: an agent may begin behind the program. */
    static Service of(RunningProgram running, Provider provider) {
        var ready = running.awaitLine("READY ").split(" ");
        assertThat(ready[2]).isEqualTo(provider.className());
        var port = Integer.parseInt(ready[1]);
        Deadlines.await("the program listens", () -> isOpen(port));
        return new Service(running, provider, port);
    }

    private static boolean isOpen(int port) {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException notYet) {
            return false;
        }
    }

    @Override
    public void close() {
        program.close();
    }
}
