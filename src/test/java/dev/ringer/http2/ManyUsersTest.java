package dev.ringer.http2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Http2Client;
import dev.ringer.testkit.Http2Frame;
import dev.ringer.testkit.Http2Servers;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.TestServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.Timeout;

/** Tests proxies that send requests of many users on one connection. Faults of one user do not affect the others. */
@Timeout(60)
class ManyUsersTest {
    private static final int TOO_MANY = 300; // more faults than the server accepts from one client
    private static final int ENHANCE_YOUR_CALM = 11;
    private static final int PROTOCOL_ERROR = 1;
    private static final String CLIENTS = "127.0.0.1";
    private static final String OTHERS = "127.0.0.2";

    @InModes(Mode.NO_EXECUTOR)
    void areAnsweredBesideRequestsThatAreRefused(Mode mode) throws IOException {
        byte[] withoutAuthority = Http2Client.block(":method", "GET", ":scheme", "http", ":path", "/hello");
        byte[] badTarget = Http2Client.request("GET", "/%zz");
        byte[] tooLarge = Http2Client.request("POST", "/echo", "content-length", "101");
        byte[] tooManyFields = Http2Client.request("GET", "/hello", "a", "1", "b", "2", "c", "3", "d", "4");
        try (TestServer server = Http2Servers.create(
                                mode, "ringer.maxBodySize", "100", "sun.net.httpserver.maxReqHeaders", "4")
                        .start();
                Http2Client client = Http2Client.open(server)) {
            int stream = 1;
            for (int i = 0; i < TOO_MANY; i++) {
                assertThat(client.whole(stream, withoutAuthority).answer(stream).status())
                        .isEqualTo(400);
                assertThat(client.whole(stream + 2, badTarget)
                                .answer(stream + 2)
                                .status())
                        .isEqualTo(400);
                client.send(Http2Frame.HEADERS, Http2Frame.END_HEADERS, stream + 4, tooLarge)
                        .end(stream + 4, "x".repeat(101));
                assertThat(client.answer(stream + 4).status()).isEqualTo(413);
                assertThat(client.whole(stream + 6, tooManyFields)
                                .answer(stream + 6)
                                .status())
                        .isEqualTo(431);
                stream += 8;
            }

            assertThat(client.get(stream, "/hello").answer(stream).text()).isEqualTo("hello");
        }
    }

    @InModes(Mode.NO_EXECUTOR)
    void areAnsweredBesideStreamsThatAreReset(Mode mode) throws IOException {
        byte[] malformed = Http2Client.request("GET", "/hello", "connection", "close");
        try (TestServer server = serverThatTrusts(CLIENTS, mode);
                Http2Client proxy = Http2Client.open(server)) {
            for (int stream = 1; stream < 2 * TOO_MANY; stream += 2) {
                assertThat(proxy.whole(stream, malformed).answer(stream).resetCode())
                        .isEqualTo(PROTOCOL_ERROR);
            }
            int stream = 2 * TOO_MANY + 1;
            for (; stream < 5_000; stream += 2) {
                proxy.head(stream, "POST", "/echo").reset(stream);
            }

            assertThat(answeredAfter(stream, proxy)).isEqualTo("hello");
        }
    }

    @InModes(Mode.NO_EXECUTOR)
    void areNotSupposedBehindAnAddressThatIsNotTrusted(Mode mode) throws IOException {
        byte[] malformed = Http2Client.request("GET", "/hello", "connection", "close");
        try (TestServer server = serverThatTrusts(OTHERS, mode);
                Http2Client client = Http2Client.open(server)) {
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            for (int stream = 1; stream < 2 * TOO_MANY; stream += 2) {
                all.writeBytes(new Http2Frame(Http2Frame.HEADERS, Http2Frame.END_HEADERS, stream, malformed).encoded());
            }
            client.send(all.toByteArray());

            assertThat(client.readToEnd()).isEqualTo(ENHANCE_YOUR_CALM);
        }
    }

    /** Returns the first response after the handlers of the reset streams have ended. */
    private static String answeredAfter(int first, Http2Client client) throws IOException {
        int stream = first;
        while (client.get(stream, "/hello").answer(stream).resetCode() >= 0) {
            stream += 2;
        }
        return client.answer(stream).text();
    }

    @InModes(Mode.NO_EXECUTOR)
    void areGivenUpWithAProxyThatBreaksTheRulesOfFlowControl(Mode mode) throws IOException {
        try (TestServer server = serverThatTrusts(CLIENTS, mode);
                Http2Client proxy = Http2Client.open(server)) {
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            for (int stream = 1; stream < 2 * TOO_MANY; stream += 2) {
                byte[] block = Http2Client.request("POST", "/echo");
                all.writeBytes(new Http2Frame(Http2Frame.HEADERS, Http2Frame.END_HEADERS, stream, block).encoded());
                byte[] nothing = Http2Client.number(0);
                all.writeBytes(new Http2Frame(Http2Frame.WINDOW_UPDATE, 0, stream, nothing).encoded());
            }
            proxy.send(all.toByteArray());

            assertThat(proxy.readToEnd()).isEqualTo(ENHANCE_YOUR_CALM);
        }
    }

    private static TestServer serverThatTrusts(String proxy, Mode mode) throws IOException {
        return Http2Servers.create(mode, "ringer.trustedProxies", proxy).start();
    }
}
