package dev.ringer.internal.http1;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.http1.DueOutput.Result;
import dev.ringer.internal.protocol.ServerParts;
import dev.ringer.options.ServerOptions;
import dev.ringer.options.Settings;
import dev.ringer.testkit.FakeHandler;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests how slowly a client may read a response, by its own clock, whether a handler or the loop sends the response.
 * Time in which the handler sends nothing does not count.
 */
class ResponseRateTest {
    private static final int LARGE = 20_000_000;

    /** The sender of the response. */
    enum Sender {
        HANDLER,
        LOOP
    }

    private final ManualClient client = new ManualClient();
    private final byte[] piece = new byte[20_000];

    @ParameterizedTest
    @EnumSource
    void endsAReaderOf100KilobytesPer55Seconds(Sender sender) throws IOException {
        assertCutOff(sender, seconds -> 100_000 * (1 + seconds / 55));

        assertThat(client.seconds()).isBetween(30.0, 36.0);
    }

    @ParameterizedTest
    @EnumSource
    void endsAReaderThatPaidWith4MegabytesBefore(Sender sender) throws IOException {
        assertCutOff(sender, seconds -> (4 << 20) + seconds);

        assertThat(client.seconds()).isBetween(30.0, 36.0);
    }

    @ParameterizedTest
    @EnumSource
    void endsAReaderOfNothing(Sender sender) throws IOException {
        assertCutOff(sender, seconds -> 0);

        assertThat(client.seconds()).isBetween(30.0, 31.0);
    }

    @ParameterizedTest
    @EnumSource
    void endsAReaderOfALittleLessThanTheRate(Sender sender) throws IOException {
        assertCutOff(sender, seconds -> 239 * seconds);
    }

    /** The client reads at one and a half times the rate, but nothing counts as written for 45 seconds. */
    @ParameterizedTest
    @EnumSource
    void countsWhatHasGoneOfARecord(Sender sender) throws IOException {
        client.inRecordsOf(16_384);

        assertServed(sender, seconds -> 360 * seconds);
    }

    @ParameterizedTest
    @EnumSource
    void endsAReaderWhoseRecordsDrip(Sender sender) throws IOException {
        client.inRecordsOf(16_384);

        assertCutOff(sender, seconds -> 239 * seconds);
    }

    @ParameterizedTest
    @EnumSource
    void servesAMobileClientWithPauses(Sender sender) throws IOException {
        assertServed(sender, seconds -> 20_000 * (1 + seconds / 3));
    }

    @ParameterizedTest
    @EnumSource
    void servesAPhoneThatIsWithoutANetFor20Seconds(Sender sender) throws IOException {
        assertServed(sender, seconds -> 10_000 * (seconds / 30 * 10 + Math.min(10, seconds % 30)));
    }

    @Test
    void timeInWhichTheHandlerHasNothingForTheClientDoesNotCount() throws IOException {
        ConnectionOutput output = newOutput(defaults());
        client.takes(seconds -> 100 * ((seconds + 3599) / 3600)); // each piece one second after it was written

        for (int hour = 0; hour < 25; hour++) {
            output.put(piece, 0, 100);
            output.flush();
            client.pass(3599);
        }

        assertThat(client.takenBytes()).isEqualTo(25 * 100);
    }

    @Test
    void withoutARateOnlyStandingStillIsTooSlow() throws IOException {
        ServerOptions options = ServerOptions.builder()
                .set(Settings.MIN_RESPONSE_RATE, 0)
                .set(Settings.WRITE_STALL_TIMEOUT, Duration.ofSeconds(60))
                .build();
        ConnectionOutput output = newOutput(options);
        client.takes(seconds -> seconds < 1000 ? 1 + seconds / 55 : 1 + 1000 / 55);

        assertThatThrownBy(() -> write(output)).isInstanceOf(SocketTimeoutException.class);

        assertThat(client.seconds()).isBetween(1040.0, 1061.0);
        assertThat(client.closed()).isTrue();
    }

    private void assertCutOff(Sender sender, LongUnaryOperator pace) throws IOException {
        client.takes(pace);
        ConnectionOutput output = newOutput(defaults());
        if (sender == Sender.HANDLER) {
            assertThatThrownBy(() -> write(output)).isInstanceOf(SocketTimeoutException.class);
        } else {
            sendByLoop(output);
        }
        assertThat(client.closed()).isTrue();
    }

    private void assertServed(Sender sender, LongUnaryOperator pace) throws IOException {
        client.takes(pace);
        ConnectionOutput output = newOutput(defaults());
        if (sender == Sender.HANDLER) {
            write(output);
            assertThat(client.takenBytes()).isEqualTo(LARGE);
        } else {
            sendByLoop(output);
        }
        assertThat(client.closed()).isFalse();
    }

    private void write(ConnectionOutput output) throws IOException {
        for (int left = LARGE; left > 0; left -= piece.length) {
            output.put(piece, 0, piece.length);
        }
        output.flush();
    }

    /** Sends another piece whenever the client has read all earlier ones. */
    private void sendByLoop(ConnectionOutput output) throws IOException {
        DueOutput due = new DueOutput(output);
        client.onEvent(due::send);
        for (int i = 0; i < 1000 && !client.closed(); i++) {
            output.lock();
            output.put(piece, 0, piece.length);
            output.sendAll();
            output.unlock();
            while (due.trySend() == Result.NO_ROOM && !client.closed()) {
                client.turnLoop(1, due::send);
            }
        }
    }

    private ConnectionOutput newOutput(ServerOptions options) {
        Http1Shared shared =
                new Http1Shared(ServerParts.of(options, new FakeHandler(), new BufferedMemory(0)), client::now);
        return new ConnectionOutput(client, shared, client.events());
    }

    private static ServerOptions defaults() {
        return ServerOptions.builder().build();
    }
}
