package dev.ringer.websocket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.RecordedLog;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.WebSocketClient;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;

class OtherProviderTest {
    @Test
    void answers501AndSaysWhyOnce() throws Exception {
        try (RecordedLog log = RecordedLog.from(Level.WARNING);
                TestServer server = TestServer.create(Provider.JDK, Mode.NO_EXECUTOR)
                        .handle(WebSocketServers.PATH, WebSocketHandler.of(new EchoListener()))
                        .start()) {
            for (int i = 0; i < 2; i++) {
                RawClient client = server.connect();

                assertThat(client.get(WebSocketServers.PATH, WebSocketClient.handshake())
                                .readResponse()
                                .status())
                        .isEqualTo(501);
            }
            assertThat(
                            log.records(
                                    entry -> entry.getMessage()
                                            .startsWith(
                                                    "WebSocketHandler answers 501 because it works only with Ringer, but the server is a sun.net.httpserver.")))
                    .hasSize(1);
        }
    }
}
