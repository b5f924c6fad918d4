package dev.ringer.internal.transport.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.internal.transport.tls.RecordReading.End;
import dev.ringer.testkit.Cuts;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;

/**
 * Checks properties that hold for any bytes after a handshake:
 *
 * <ul>
 *   <li>reading throws no exception except {@code IOException};
 *   <li>the sizes of the pieces and of the reader's targets, and the reading thread, make no difference. One exception:
 *       if a record is refused, a part of the data before it may be lost;
 *   <li>a stream is complete only if {@code close_notify} has come;
 *   <li>no received data waits for an event that never comes;
 *   <li>a connection has at most three buffers, and gives all of them back.
 * </ul>
 */
final class RecordProperties {
    private static final int MOST_WITHOUT_DATA = 32;

    private RecordProperties() {}

    /** Checks all properties of bytes, read as records without encryption. */
    static void assertAll(byte[] bytes) {
        for (String protocol : new String[] {"TLSv1.3", "TLSv1.2"}) {
            assertReads(simplyRead(bytes, protocol), bytes, () -> new NullCipherEngine(protocol));
        }
    }

    private static void assertReads(RecordReading expected, byte[] bytes, Supplier<SSLEngine> engines) {
        int hash = Arrays.hashCode(bytes) >>> 1;
        boolean onLoop = hash % 2 == 0;
        assertReads(expected, bytes, engines, new int[0], 16_384, onLoop);
        for (int[] ends : Cuts.of(bytes)) {
            assertReads(expected, bytes, engines, ends, 1 + hash % 20_000, onLoop);
            assertReads(expected, bytes, engines, ends, 1 + hash % 50, !onLoop);
        }
    }

    private static void assertReads(
            RecordReading expected,
            byte[] bytes,
            Supplier<SSLEngine> engines,
            int[] ends,
            int targetSize,
            boolean onLoop) {
        PieceTransport transport = new PieceTransport(bytes, ends, onLoop, targetSize % 2 == 0);
        RecordReading reading = RecordReading.of(engines.get(), transport, targetSize);
        if (expected.end() == End.REFUSED) {
            assertThat(reading.end()).isEqualTo(End.REFUSED);
            assertThat(expected.data()).startsWith(reading.data());
        } else {
            assertThat(reading).isEqualTo(expected);
        }
    }

    /** Reads records one after the other from an array that contains all of them. */
    private static RecordReading simplyRead(byte[] bytes, String protocol) {
        ByteBuffer all = ByteBuffer.wrap(bytes);
        StringBuilder data = new StringBuilder();
        int withoutData = 0;
        for (int at = 0; all.limit() - at >= NullCipherEngine.HEADER; ) {
            int type = all.get(at);
            int size = all.getShort(at + 3) & 0xffff;
            int begin = at + NullCipherEngine.HEADER;
            if (size > NullCipherEngine.MAX_PAYLOAD) {
                return new RecordReading(data.toString(), tooLong(bytes.length - at, size));
            }
            if (begin + size > bytes.length) {
                return new RecordReading(data.toString(), End.CUT_OFF);
            }
            if (type == NullCipherEngine.DATA && !NullCipherEngine.isTampered(all, begin, size)) {
                data.append(new String(bytes, begin, size, StandardCharsets.ISO_8859_1));
            } else if (type == NullCipherEngine.ALERT && NullCipherEngine.isCloseNotify(all, begin, size)) {
                return new RecordReading(data.toString(), End.IN_ORDER);
            } else if (!isUpdate(all, type, begin, size, protocol)) {
                return new RecordReading(data.toString(), End.REFUSED);
            }
            if (type != NullCipherEngine.DATA || size == 0) {
                withoutData += 1 + (NullCipherEngine.HEADER + size) / 128;
            } else if (!protocol.equals("TLSv1.3")) {
                withoutData = 0;
            }
            if (withoutData > MOST_WITHOUT_DATA) {
                return new RecordReading(data.toString(), End.REFUSED);
            }
            at = begin + size;
        }
        return new RecordReading(data.toString(), End.CUT_OFF);
    }

    /**
     * A record that exceeds a buffer is refused at its header. A shorter one is refused when all its bytes have come.
     */
    private static End tooLong(int there, int size) {
        int whole = NullCipherEngine.HEADER + size;
        return whole > TlsBuffers.CAPACITY || there >= whole ? End.REFUSED : End.CUT_OFF;
    }

    private static boolean isUpdate(ByteBuffer all, int type, int begin, int size, String protocol) {
        return type == NullCipherEngine.HANDSHAKE
                && protocol.equals("TLSv1.3")
                && NullCipherEngine.isKeyUpdate(all, begin, size);
    }
}
