package dev.ringer.tls;

import static dev.ringer.tls.RecordClient.connectClear;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.Socket;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests clients that attack the server in the TLS handshake. */
class HandshakeAttackTest {
    /** The length of an alert record: content type, version, two bytes of length, level, and description. */
    private static final int ALERT_RECORD = 7;

    private static final byte ALERT = 21;
    private static final byte FATAL = 2;

    @Test
    void answersRubbishWithAFatalAlert() throws Exception {
        try (TlsServers server = TlsServers.plan().start();
                Socket socket = connectClear(server.port())) {
            byte[] rubbish = new byte[100_000];
            Arrays.fill(rubbish, (byte) 0xa5);
            socket.getOutputStream().write(rubbish);

            byte[] answer = socket.getInputStream().readAllBytes();

            assertThat(answer).hasSize(ALERT_RECORD);
            assertThat(answer[0]).isEqualTo(ALERT);
        }
    }

    @Test
    void closesOnARecordThatIsLongerThanAnyMayBe() throws Exception {
        try (TlsServers server = TlsServers.plan().start();
                Socket socket = connectClear(server.port())) {
            socket.getOutputStream().write(new byte[] {22, 3, 1, (byte) 0xff, (byte) 0xff});

            assertThat(RecordClient.ends(socket)).isTrue();
        }
    }

    @Test
    void takesAHelloByteByByte() throws Exception {
        byte[] hello = RecordClient.clientHello(0);
        try (TlsServers server = TlsServers.plan().start();
                Socket socket = connectClear(server.port())) {
            for (byte one : hello) {
                socket.getOutputStream().write(one);
            }

            assertThat(socket.getInputStream().read()).isEqualTo(22); // the record of the ServerHello
        }
    }

    /**
     * With the hybrid key share that JDK 27 prefers, a ClientHello has 1.6 KB. A long list of protocols makes it
     * longer.
     */
    @ParameterizedTest
    @ValueSource(ints = {0, 700, 1_500}) // less than one record, more than one read, more than one record
    void takesAHelloInRecordsOfAnySize(int protocols) throws Exception {
        byte[] hello = RecordClient.clientHello(protocols);
        for (int payload : new int[] {16, 1_000, 16_000}) {
            try (TlsServers server = TlsServers.plan().start();
                    Socket socket = connectClear(server.port())) {
                socket.getOutputStream().write(RecordClient.cut(hello, payload));

                assertThat(socket.getInputStream().read()).isEqualTo(22); // the record of the ServerHello
            }
        }
    }
}
