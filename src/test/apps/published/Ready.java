package published;

import com.sun.net.httpserver.spi.HttpServerProvider;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** What every application here says to the test that started it. */
final class Ready {
    private Ready() {}

    /** Tells port and provider, and ends the program when the test closes its standard input. */
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

    /** For servers that cannot choose one by themselves. */
    static int freePort() {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
