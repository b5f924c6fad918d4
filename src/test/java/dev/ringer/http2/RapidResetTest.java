package dev.ringer.http2;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import dev.ringer.testkit.Ability;
import dev.ringer.testkit.Http2Client;
import dev.ringer.testkit.Http2Frame;
import dev.ringer.testkit.Http2Servers;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Needs;
import dev.ringer.testkit.TestServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Timeout;

/** Tests streams that the client resets while their handlers are running (CVE-2023-44487). */
@Timeout(60)
class RapidResetTest {
    private static final int BATCH = 1_500;
    private static final int REFUSED_STREAM = 7;
    private static final int CANCEL = 8;
    private static final int ENHANCE_YOUR_CALM = 11;

    @InModes(Mode.NO_EXECUTOR)
    @Needs(Ability.READS_BEHIND_RESETS)
    void endsTheConnection(Mode mode) throws Exception {
        try (TestServer server = Http2Servers.create(mode).start();
                Http2Client attacker = Http2Client.open(server);
                Http2Client other = Http2Client.open(server)) {
            int stream = 1;
            try {
                for (int batch = 0; batch < 50; batch++) { // refused streams do not count as resets
                    attacker.send(resets(stream));
                    stream += 2 * BATCH;
                }
            } catch (IOException closed) {
                // as expected
            }

            assertThat(attacker.readToEnd()).isEqualTo(ENHANCE_YOUR_CALM);
            assertThat(other.get(1, "/hello").answer(1).text()).isEqualTo("hello");
        }
    }

    private static byte[] resets(int first) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int stream = first; stream < first + 2 * BATCH; stream += 2) {
            byte[] block = Http2Client.request("GET", "/hello");
            all.writeBytes(new Http2Frame(Http2Frame.HEADERS, 5, stream, block).encoded());
            byte[] cancel = Http2Client.number(CANCEL);
            all.writeBytes(new Http2Frame(Http2Frame.RST_STREAM, 0, stream, cancel).encoded());
        }
        return all.toByteArray();
    }

    /** Checks that no more handlers run than streams may be open, even after many resets. */
    @InModes(Mode.FIXED_POOL)
    void countsTheHandlersThatAreAtWork(Mode mode) throws Exception {
        Queue<HttpExchange> kept = new ConcurrentLinkedQueue<>();
        try (TestServer server =
                        Http2Servers.create(mode).handle("/keep", kept::add).start();
                Http2Client attacker = Http2Client.open(server)) {
            for (int stream = 1; stream < 600; stream += 2) {
                attacker.get(stream, "/keep").reset(stream);
            }
            attacker.ping("are done").await(Http2Frame.PING);

            assertThat(kept).hasSizeLessThanOrEqualTo(128);
            kept.forEach(HttpExchange::close);
            int stream = 601;
            while (attacker.get(stream, "/hello").answer(stream).resetCode() == REFUSED_STREAM) {
                stream += 2; // meanwhile, more handlers have begun
                kept.forEach(HttpExchange::close);
            }
            assertThat(attacker.answer(stream).text()).isEqualTo("hello");
        }
    }

    @InModes(Mode.NO_EXECUTOR)
    void isNoCrimeInSmallNumbers(Mode mode) throws Exception {
        try (TestServer server = Http2Servers.create(mode).start();
                Http2Client client = Http2Client.open(server)) {
            for (int stream = 1; stream < 400; stream += 2) {
                client.head(stream, "POST", "/echo").send(Http2Frame.RST_STREAM, 0, stream, Http2Client.number(CANCEL));
            }

            int stream = 401;
            while (client.get(stream, "/hello").answer(stream).resetCode() == REFUSED_STREAM) {
                stream += 2; // handlers of reset streams are still running
            }
            assertThat(client.answer(stream).text()).isEqualTo("hello");
            assertThat(client.goAwayCode()).isNotEqualTo(ENHANCE_YOUR_CALM);
        }
    }
}
