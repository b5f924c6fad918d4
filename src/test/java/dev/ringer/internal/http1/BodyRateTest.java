package dev.ringer.internal.http1;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.http.BodyBroken;
import dev.ringer.internal.http.Violation;
import dev.ringer.internal.protocol.ServerParts;
import dev.ringer.options.ServerOptions;
import dev.ringer.options.Settings;
import dev.ringer.testkit.FakeHandler;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Tests how slowly a request body may arrive, by the client's clock. Time in which no reader waits does not count. */
class BodyRateTest {
    private static final int LARGE = 1 << 30;
    private static final long RATE = 240;

    private final ManualClient client = new ManualClient();
    private final byte[] piece = new byte[8192];

    @Test
    void endsOneBytePer29Seconds() {
        client.sends(0, 1).sends(29, 1).sends(58, 1);

        assertTooSlow(newBody(LARGE));

        assertThat(client.seconds()).isEqualTo(30);
    }

    @Test
    void endsADripThatPaidWith4MegabytesBefore() {
        client.sends(0, 4 << 20);
        for (int second = 1; second < 100; second++) {
            client.sends(second, 1);
        }

        assertTooSlow(newBody(LARGE));

        assertThat(client.seconds()).isEqualTo(35);
    }

    @Test
    void endsAChunkedBodyWhoseFramingDrips() {
        client.sends(0, "4;");
        for (int second = 1; second < 100; second++) {
            client.sends(second, "x");
        }
        RequestBody body = newBody("Transfer-Encoding: chunked", RATE);

        assertTooSlow(body);

        assertThat(client.seconds()).isEqualTo(30);
    }

    @Test
    void forgivesAPhoneThatIsWithoutANetFor20Seconds() throws IOException {
        int second = 0;
        for (int i = 0; i < 20; i++) {
            for (int end = second + 10; second < end; second++) {
                client.sends(second, 1000);
            }
            second += 20;
        }

        assertThat(readAll(newBody(20 * 10 * 1000))).isEqualTo(20 * 10 * 1000);
    }

    @Test
    void forgivesAMobileClientWithPauses() throws IOException {
        for (int i = 0; i < 1000; i++) {
            client.sends(3 * i, 20_000);
        }

        assertThat(readAll(newBody(1000 * 20_000))).isEqualTo(1000 * 20_000);
    }

    /** The client sends at one and a half times the rate, but the first record is complete only after 45 seconds. */
    @Test
    void countsWhatHasComeOfARecord() throws IOException {
        int length = 3 * 16_384;
        client.inRecordsOf(16_384);
        for (int second = 0, left = length; left > 0; second++, left -= 360) {
            client.sends(second, Math.min(left, 360));
        }

        assertThat(readAll(newBody(length))).isEqualTo(length);
    }

    @Test
    void endsARecordThatDrips() {
        client.inRecordsOf(16_384);
        for (int second = 0; second < 100; second++) {
            client.sends(second, 239);
        }

        assertTooSlow(newBody(LARGE));

        assertThat(client.seconds()).isBetween(30.0, 36.0);
    }

    @Test
    void forgivesAReaderThatTakesItsTime() throws IOException {
        int length = 200;
        for (int i = 0; i < length; i++) {
            client.sends(3600.1 * i + 0.1, 1); // a tenth of a second after the reader begins to wait
        }
        RequestBody body = newBody(length);

        int read = 0;
        for (int count; (count = body.read(piece, 0, piece.length)) > 0; ) {
            read += count;
            client.pass(3600);
        }

        assertThat(read).isEqualTo(length);
    }

    @Test
    void isOffAtZero() throws IOException {
        client.sends(0, 1).sends(1_000_000, 1);
        RequestBody body = newBody("Content-Length: 2", 0);

        assertThat(readAll(body)).isEqualTo(2);
    }

    @Test
    void endsAStallDuringWhichFramingDrips() {
        client.sends(0, "4;");
        for (int second = 9; second < 100; second += 9) {
            client.sends(second, "x");
        }

        assertBroken(newBody("Transfer-Encoding: chunked", 0, 10), Violation.BODY_STALLED);

        assertThat(client.seconds()).isEqualTo(10);
    }

    @Test
    void letsARecordComeMoreSlowlyThanAClientMayStall() throws IOException {
        int length = 2 * 16_384;
        client.inRecordsOf(16_384);
        for (int second = 0, left = length; left > 0; second++, left -= 500) {
            client.sends(second, Math.min(left, 500));
        }

        assertThat(readAll(newBody("Content-Length: " + length, RATE, 10))).isEqualTo(length);
    }

    private void assertTooSlow(RequestBody body) {
        assertBroken(body, Violation.BODY_TOO_SLOW);
    }

    private void assertBroken(RequestBody body, Violation rule) {
        assertThatThrownBy(() -> readAll(body))
                .isInstanceOfSatisfying(
                        BodyBroken.class,
                        broken -> assertThat(broken.violation()).isEqualTo(rule));
    }

    private int readAll(RequestBody body) throws IOException {
        int read = 0;
        for (int count; (count = body.read(piece, 0, piece.length)) > 0; ) {
            read += count;
        }
        return read;
    }

    private RequestBody newBody(int length) {
        return newBody("Content-Length: " + length, RATE);
    }

    private RequestBody newBody(String fieldLine, long minRate) {
        return newBody(fieldLine, minRate, 0);
    }

    private RequestBody newBody(String fieldLine, long minRate, int stallSeconds) {
        ServerOptions options = ServerOptions.builder()
                .set(Settings.MIN_BODY_RATE, minRate)
                .set(Settings.BODY_STALL_TIMEOUT, Duration.ofSeconds(stallSeconds))
                .build();
        ServerParts parts = ServerParts.of(options, new FakeHandler(), new BufferedMemory(0));
        return LoneStream.of(client, new Http1Shared(parts, client::now), fieldLine)
                .body();
    }
}
