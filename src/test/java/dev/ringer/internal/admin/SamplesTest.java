package dev.ringer.internal.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.Ringer;
import dev.ringer.internal.admin.Samples.Window;
import dev.ringer.observe.ServerStatistics;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests the samples that the page shows for the last five minutes. The test sets the time. */
class SamplesTest {
    private final Servers servers = new Servers();
    private final Samples samples = new Samples();
    private long now;

    private void sampleAfterInterval() {
        now += Samples.INTERVAL_NANOS;
        samples.add(now, servers.reading());
    }

    private Window window() {
        return samples.window(now, servers.reading());
    }

    private ServerStatistics added(TestServer server) {
        ServerStatistics statistics = Ringer.statistics(server.server());
        servers.onStarted(statistics, false);
        return statistics;
    }

    private static TestServer started() throws IOException {
        return TestServer.create(Provider.RINGER, Transport.CLEAR, Mode.NO_EXECUTOR, Map.of())
                .start();
    }

    @Test
    void rateIsTheGrowthInAnInterval() throws IOException {
        try (TestServer server = started()) {
            server.handle("/", exchange -> exchange.sendResponseHeaders(204, -1));
            added(server);
            sampleAfterInterval();
            RawClient client = server.connect();
            for (int i = 0; i < 10; i++) {
                client.get("/").readResponse();
            }
            sampleAfterInterval();
            sampleAfterInterval();

            assertThat(window().rates(Figure.SUCCEEDED)).containsExactly(2, 0);
            assertThat(window().levels(Figure.CONNECTIONS)).containsExactly(1, 1);
            assertThat(window().growth(Figure.SUCCEEDED)).isEqualTo(10);
            assertThat(window().seconds()).isEqualTo(10);
        }
    }

    @Test
    void knowsQuantilesOfDurations() throws IOException {
        try (TestServer server = started()) {
            server.handle("/", exchange -> exchange.sendResponseHeaders(204, -1));
            added(server);
            sampleAfterInterval();
            server.connect().get("/").readResponse();
            Deadlines.await("measured", () -> window().duration(0.5) > 0);
            sampleAfterInterval();
            sampleAfterInterval();

            assertThat(window().durations(0.99)[0]).isPositive();
            assertThat(window().durations(0.99)[1]).isNaN();
        }
    }

    @Test
    void countsRefusalsByName() throws IOException {
        try (TestServer server = started()) {
            added(server);
            sampleAfterInterval();
            server.connect().send("nonsense\r\n\r\n").readResponse();

            assertThat(window().refusals()).containsExactly("BAD_REQUEST_LINE");
            assertThat(window().growth("BAD_REQUEST_LINE")).isEqualTo(1);
            assertThat(window().refused()).isEqualTo(1);
        }
    }

    @Test
    void countsOfAnEndedServerStay() throws IOException {
        try (TestServer server = started()) {
            ServerStatistics statistics = added(server);
            sampleAfterInterval();
            server.connect().get("/nothing").readResponse();
            servers.onStopped(statistics);

            assertThat(window().growth(Figure.REFUSED)).isEqualTo(1);
            assertThat(window().level(Figure.CONNECTIONS)).isZero();
            assertThat(window().level(Figure.LOOPS)).isZero();
        }
    }

    @Test
    void forgetsWhatIsOlderThanFiveMinutes() {
        for (int i = 0; i < 3 * Samples.INTERVALS; i++) {
            sampleAfterInterval();
        }

        assertThat(window().intervals()).isEqualTo(Samples.INTERVALS);
        assertThat(window().seconds()).isEqualTo(300);
    }

    @Test
    void isReadyIfAServerListensAndNoneDrains() throws IOException {
        assertThat(servers.state()).isEqualTo(Servers.State.NOT_LISTENING);
        try (TestServer first = started();
                TestServer second = started()) {
            ServerStatistics draining = added(first);
            added(second);
            assertThat(servers.state()).isEqualTo(Servers.State.READY);
            servers.onStopping(draining);
            assertThat(servers.state()).isEqualTo(Servers.State.DRAINING);
            servers.onStopped(draining);
            assertThat(servers.state()).isEqualTo(Servers.State.READY);
        }
    }
}
