package dev.ringer.dropin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.process.RunningProgram;
import dev.ringer.testkit.Deadlines;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;

/** A program that listens on a known port, and uses the expected server. */
record Service(RunningProgram program, Provider provider, int port) implements AutoCloseable {
    /** Waits until the program has printed its port, and until the port is open. An agent may open the port later. */
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
