package dev.ringer.internal.transport.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.internal.transport.tls.RecordReading.End;
import java.io.ByteArrayOutputStream;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests the limit on records without data, which cost the server much time. */
class RecordsWithoutDataTest {
    private static final byte[] DATA = {NullCipherEngine.DATA, 3, 3, 0, 1, 'x'};
    private static final byte[] EMPTY = {NullCipherEngine.DATA, 3, 3, 0, 0};

    private long now;

    /** Returns a record of so many key updates, each of which requests an answer. */
    private static byte[] updates(int count) {
        byte[] record = new byte[NullCipherEngine.HEADER + 2 * count];
        record[0] = NullCipherEngine.HANDSHAKE;
        record[1] = 3;
        record[2] = 3;
        record[3] = (byte) (2 * count >>> 8);
        record[4] = (byte) (2 * count);
        for (int i = NullCipherEngine.HEADER; i < record.length; i += 2) {
            record[i] = 24;
            record[i + 1] = 1;
        }
        return record;
    }

    /** Reads records. So many seconds pass before each record without data. */
    private RecordReading read(String protocol, long seconds, int times, byte[]... records) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int i = 0; i < times; i++) {
            for (byte[] record : records) {
                bytes.writeBytes(record);
            }
        }
        PieceTransport transport = new PieceTransport(bytes.toByteArray(), new int[0], true, true);
        return RecordReading.of(
                new NullCipherEngine(protocol), transport, 16_384, () -> now += TimeUnit.SECONDS.toNanos(seconds));
    }

    @Test
    void endAConnectionThoughDataComesBetweenThem() {
        RecordReading reading = read("TLSv1.3", 0, 100, updates(1), DATA);

        assertThat(reading.end()).isEqualTo(End.REFUSED);
        assertThat(reading.data()).hasSizeLessThanOrEqualTo(32);
    }

    @Test
    void endAConnectionByOneRecordOfManyKeyUpdates() {
        RecordReading reading = read("TLSv1.3", 60, 2, updates(3000), DATA);

        assertThat(reading).isEqualTo(new RecordReading("", End.REFUSED));
    }

    @Test
    void mayComeSeldomForAsLongAsAConnectionLives() {
        RecordReading reading = read("TLSv1.3", 2, 1000, updates(1), DATA);

        assertThat(reading).isEqualTo(new RecordReading("x".repeat(1000), End.CUT_OFF));
    }

    /** Before TLS 1.3, clients send such records against attacks on the initialization vectors. */
    @Test
    void mayComeBeforeEachRecordOfDataInAnOldVersion() {
        RecordReading reading = read("TLSv1.2", 0, 1000, EMPTY, DATA);

        assertThat(reading).isEqualTo(new RecordReading("x".repeat(1000), End.CUT_OFF));
    }
}
