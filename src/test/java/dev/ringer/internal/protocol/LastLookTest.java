package dev.ringer.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.internal.http.Violation;
import dev.ringer.internal.observe.ServerCounts;
import dev.ringer.internal.proxy.ProxyProtocolStage;
import dev.ringer.options.Proxies;
import dev.ringer.testkit.FakeConnection;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests first bytes that arrive just before their time limit passes, while the loop is busy with other connections. */
class LastLookTest {
    private final AtomicReference<String> opened = new AtomicReference<>();
    private final ServerCounts counts = new ServerCounts(Violation.values());
    private final FakeConnection client = new FakeConnection() {
        @Override
        public void relayBy(Relay relay) {
            // the next protocol asks for nothing that the relay knows
        }
    };
    private final Protocol next = (transport, received) ->
            opened.set(StandardCharsets.US_ASCII.decode(received).toString());

    private static byte[] bytes(String text) {
        return text.translateEscapes().getBytes(StandardCharsets.US_ASCII);
    }

    private void open(Protocol first, String before) {
        first.open(client, ByteBuffer.allocate(0));
        if (!before.isEmpty()) {
            client.sends(bytes(before));
            client.onReadable();
        }
    }

    @ParameterizedTest
    @CsvSource({"'',PRI", "P,RI", "'',GET", "P,OS"})
    void theBytesThatDecideArriveInTime(String before, String unseen) {
        open(new PrefaceChoice(bytes("PRI"), next, next, 1, counts), before);
        client.sends(bytes(unseen));

        client.meetDeadline();

        assertThat(client.closed()).isFalse();
        assertThat(opened).hasValue(before + unseen);
    }

    @ParameterizedTest
    @CsvSource({"''", "P"})
    void nothingThatDecidesArrives(String before) {
        open(new PrefaceChoice(bytes("PRI"), next, next, 1, counts), before);

        client.meetDeadline();

        assertThat(client.closed()).isTrue();
        assertThat(opened).hasNullValue();
    }

    @ParameterizedTest
    @CsvSource({"'',PROXY UNKNOWN\\r\\n", "PROXY UNK,NOWN\\r\\n"})
    void theHeaderOfAProxyArrivesInTime(String before, String unseen) {
        open(stage(), before);
        client.sends(bytes(unseen));

        client.meetDeadline();

        assertThat(client.closed()).isFalse();
        assertThat(opened).hasValue("");
    }

    @ParameterizedTest
    @CsvSource({"''", "PROXY UNK"})
    void noHeaderOfAProxyArrives(String before) {
        open(stage(), before);

        client.meetDeadline();

        assertThat(client.closed()).isTrue();
        assertThat(opened).hasNullValue();
    }

    private ProxyProtocolStage stage() {
        Proxies proxies = Proxies.builder()
                .trust(client.remoteAddress().getAddress().getHostAddress())
                .protocol(Proxies.ProxyProtocol.ON)
                .build();
        return new ProxyProtocolStage(next, proxies, 1, counts);
    }
}
