package published;

import com.sun.net.httpserver.spi.HttpServerProvider;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Reports to the test that an application of this package is ready. */
final class Ready {
    private Ready() {}

    /** Prints port and provider, and ends the program when the test closes its standard input. */
    static void at(int port) {
        System.out.println(
                "READY " + port + " " + HttpServerProvider.provider().getClass().getName());
        try {
            System.in.transferTo(System.out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        System.exit(0);
    }

    /** Returns a free port for servers that cannot choose one, outside the range that the system assigns. */
    static int freePort() {
        for (var port = 10_000 + (int) (ProcessHandle.current().pid() * 97 % 9_000); port < 20_000; port++) {
            try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (IOException taken) {
                continue; // this port is in use
            }
        }
        throw new IllegalStateException("no port is free");
    }
}
