package dev.ringer.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ringer.testkit.Ability;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Needs;
import dev.ringer.testkit.Over;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Tests several loops that listen on one port, each with its own socket ({@code ringer.reusePort}). */
@Over(Transport.CLEAR)
@Needs(Ability.LINUX)
class ReusePortTest {
    private static final int ENOUGH_CONNECTIONS = 64; // chance that one of two sockets gets all: 2 in 2^64

    @InModes(Mode.NO_EXECUTOR)
    void letsTheKernelSpreadConnections(Mode mode) throws IOException {
        try (TestServer server = TestServer.create(Provider.RINGER, mode, onTwoLoops())
                .handle("/", exchange -> {
                    byte[] thread = Thread.currentThread().getName().getBytes();
                    exchange.sendResponseHeaders(200, thread.length);
                    exchange.getResponseBody().write(thread);
                    exchange.close();
                })
                .start()) {
            Set<String> threads = new TreeSet<>();
            for (int i = 0; i < ENOUGH_CONNECTIONS; i++) {
                try (RawClient client = server.connect()) {
                    threads.add(client.get("/").readResponse().text());
                }
            }

            assertThat(threads).containsExactly("HTTP-Dispatcher", "HTTP-Dispatcher-1");
        }
    }

    @InModes(Mode.NO_EXECUTOR)
    void sharesThePortWithAnotherServerThatWantsIt(Mode mode) throws IOException {
        try (TestServer server =
                        TestServer.create(Provider.RINGER, mode, onTwoLoops()).start();
                ServerSocketChannel other = ServerSocketChannel.open()) {
            assertThatThrownBy(() -> other.bind(server.server().getAddress())).isInstanceOf(BindException.class);
            other.setOption(StandardSocketOptions.SO_REUSEPORT, true);

            other.bind(server.server().getAddress());

            assertThat(other.getLocalAddress()).isEqualTo(server.server().getAddress());
        }
    }

    @InModes(Mode.NO_EXECUTOR)
    void freesThePortWhenItStops(Mode mode) throws IOException {
        InetSocketAddress address;
        try (TestServer server =
                TestServer.create(Provider.RINGER, mode, onTwoLoops()).start()) {
            address = server.server().getAddress();
        }

        try (ServerSocket next = new ServerSocket()) {
            next.bind(address);

            assertThat(next.isBound()).isTrue();
        }
    }

    private static Map<String, String> onTwoLoops() {
        return Map.of("ringer.reusePort", "true", "ringer.loops", "2", "ringer.handlers", "loops");
    }
}
