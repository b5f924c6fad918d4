package dev.ringer.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import dev.ringer.Ringer;
import dev.ringer.observe.ServerStatistics;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Gate;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Over;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Tests clients that reset, half-close or send more while their requests wait for a thread. */
@Over({Transport.CLEAR, Transport.TLS})
class GoneWhileWaitingTest {
    private static final int CLIENTS = 12; // more than any pool of the tests has threads

    private final Gate gate = new Gate();

    private TestServer serverThatHolds(Mode mode) throws IOException {
        return TestServer.create(Provider.RINGER, mode).handle("/", this::hold).start();
    }

    private void hold(HttpExchange exchange) throws IOException {
        gate.pass();
        exchange.sendResponseHeaders(204, -1);
        exchange.close();
    }

    private List<RawClient> waitingClients(TestServer server, ServerStatistics statistics) throws IOException {
        List<RawClient> clients = new ArrayList<>();
        for (int count = 0; count < CLIENTS; count++) {
            clients.add(server.connect().get("/"));
        }
        Deadlines.await(
                "all requests have come",
                () -> statistics.exchangesInProgress() + statistics.queuedRequests() >= CLIENTS);
        return clients;
    }

    @InModes({Mode.NO_EXECUTOR, Mode.FIXED_POOL, Mode.VIRTUAL})
    void aResetFreesTheDescriptorOfARequestThatWaits(Mode mode) throws IOException {
        try (TestServer server = serverThatHolds(mode);
                gate) {
            ServerStatistics statistics = Ringer.statistics(server.server());
            for (RawClient client : waitingClients(server, statistics)) {
                client.reset();
            }

            Deadlines.await("no connection is open", () -> statistics.openConnections() == 0);
            assertThat(gate.isOpen()).isFalse();

            gate.open();
            assertThat(server.connect().get("/").readResponse().status()).isEqualTo(204);
        }
    }

    @InModes({Mode.NO_EXECUTOR, Mode.FIXED_POOL, Mode.VIRTUAL})
    void aClientThatOnlyEndsWhatItSendsIsAnswered(Mode mode) throws IOException {
        try (TestServer server = serverThatHolds(mode);
                gate) {
            List<RawClient> clients = waitingClients(server, Ringer.statistics(server.server()));
            for (RawClient client : clients) {
                client.halfClose();
            }

            gate.open();
            for (RawClient client : clients) {
                assertThat(client.readResponse().status()).isEqualTo(204);
            }
        }
    }

    @InModes({Mode.NO_EXECUTOR, Mode.FIXED_POOL, Mode.VIRTUAL})
    void aClientThatSendsMoreIsAnsweredTwice(Mode mode) throws IOException {
        try (TestServer server = serverThatHolds(mode);
                gate) {
            List<RawClient> clients = waitingClients(server, Ringer.statistics(server.server()));
            for (RawClient client : clients) {
                client.get("/");
            }

            gate.open();
            for (RawClient client : clients) {
                assertThat(client.readResponse().status()).isEqualTo(204);
                assertThat(client.readResponse().status()).isEqualTo(204);
            }
        }
    }
}
