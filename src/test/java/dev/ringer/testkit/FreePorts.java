package dev.ringer.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Chooses ports for programs that get their port as an argument. The ports lie below those that the system assigns to
 * sockets. So no connection of another test takes a port before the program starts.
 */
public final class FreePorts {
    private static final int FIRST = 20_000;
    private static final int COUNT = 12_000;

    /** Starts at a different port in each JVM, because several JVMs may run tests at the same time. */
    private static final AtomicInteger NEXT =
            new AtomicInteger((int) (ProcessHandle.current().pid() * 97 % COUNT));

    private FreePorts() {}

    /** Returns a port on which nobody listens. No other call in this JVM returns the same one soon. */
    public static int next() {
        for (int attempt = 0; attempt < COUNT; attempt++) {
            int port = FIRST + Math.floorMod(NEXT.getAndIncrement(), COUNT);
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (IOException taken) {
                continue; // try the next port
            }
        }
        throw new AssertionError("no port is free");
    }
}
