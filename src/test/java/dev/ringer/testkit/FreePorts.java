package dev.ringer.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Ports for programs that are told where to listen. They lie below those that the system itself gives to sockets, so no connection of
 * another test takes one between the choice and the start of the program.
 */
public final class FreePorts {
    private static final int FIRST = 20_000;
    private static final int COUNT = 12_000;

    /** JVMs that run tests at the same time begin at different ports. */
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
                continue; // the next one, perhaps
            }
        }
        throw new AssertionError("no port is free");
    }
}
