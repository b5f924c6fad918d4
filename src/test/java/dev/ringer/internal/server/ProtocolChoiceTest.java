package dev.ringer.internal.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsExchange;
import dev.ringer.testkit.Http2Client;
import dev.ringer.testkit.Http2Frame;
import dev.ringer.testkit.Http2Servers;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Over;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Timeout;

/**
 * Tests HTTP/1 and HTTP/2 on one port. In clear text, the first bytes choose the protocol, and over TLS, ALPN does. The
 * chosen protocol also gets the bytes that were read for the choice.
 */
@Timeout(60)
class ProtocolChoiceTest {
    private static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    private static final String REQUEST = "POST /told HTTP/1.1\r\nHost: test\r\nContent-Length: 4\r\n\r\nbody";

    /** A request whose method begins as the preface does. */
    private static final String LIKE_THE_PREFACE = REQUEST.replace("POST", "PRI");

    @InModes
    @Over({Transport.CLEAR, Transport.TLS})
    void servesHttp1OnTheSamePort(Mode mode, Transport transport) throws Exception {
        String carrier = transport.isSecure() ? " over TLS" : "";
        try (TestServer server = start(mode);
                Http2Client http2 = Http2Client.open(server)) {
            RawClient http1 = server.connect();

            assertThat(http1.send(REQUEST).readResponse().text()).isEqualTo("POST HTTP/1.1 body" + carrier);
            http2.head(1, "POST", "/told")
                    .head(3, "POST", "/told")
                    .data(3, "thr")
                    .end(1, "one");
            assertThat(http2.end(3, "ee").answer(1).text()).isEqualTo("POST HTTP/2.0 one" + carrier);
            assertThat(http2.answer(3).text()).isEqualTo("POST HTTP/2.0 three" + carrier);
            assertThat(http1.send(LIKE_THE_PREFACE).readResponse().text()).isEqualTo("PRI HTTP/1.1 body" + carrier);
            assertThat(server.connect().send(LIKE_THE_PREFACE).readResponse().text())
                    .isEqualTo("PRI HTTP/1.1 body" + carrier);
        }
    }

    @InModes(Mode.NO_EXECUTOR)
    void servesWhatComesByteByByte(Mode mode) throws Exception {
        try (TestServer server = start(mode);
                Http2Client http2 = Http2Client.connect(server)) {
            for (String request : List.of(REQUEST, LIKE_THE_PREFACE)) {
                assertThat(server.connect()
                                .sendBytewise(request, server)
                                .readResponse()
                                .text())
                        .endsWith(" HTTP/1.1 body");
            }
            for (byte next : PREFACE.getBytes(StandardCharsets.US_ASCII)) {
                http2.send(new byte[] {next});
                server.settle();
            }
            http2.send(Http2Frame.SETTINGS, 0, 0, new byte[0]);
            assertThat(http2.get(1, "/told").answer(1).text()).isEqualTo("GET HTTP/2.0 ");
        }
    }

    @InModes(Mode.NO_EXECUTOR)
    void goesOnWithWhatCameWithThePreface(Mode mode) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(PREFACE.getBytes(StandardCharsets.US_ASCII));
        bytes.writeBytes(new Http2Frame(Http2Frame.SETTINGS, 0, 0, new byte[0]).encoded());
        for (int stream = 1; stream <= 3; stream += 2) {
            int whole = Http2Frame.END_HEADERS | Http2Frame.END_STREAM;
            byte[] block = Http2Client.request("GET", "/told");
            bytes.writeBytes(new Http2Frame(Http2Frame.HEADERS, whole, stream, block).encoded());
        }
        try (TestServer server = start(mode);
                Http2Client http2 = Http2Client.connect(server).send(bytes.toByteArray())) {
            assertThat(http2.answer(1).text()).isEqualTo("GET HTTP/2.0 ");
            assertThat(http2.answer(3).text()).isEqualTo("GET HTTP/2.0 ");
        }
    }

    @InModes(Mode.NO_EXECUTOR)
    void refusesWhatIsNeither(Mode mode) throws Exception {
        try (TestServer server = start(mode)) {
            assertThat(server.connect()
                            .send("PRI * HTTP/2.1\r\n\r\n")
                            .readResponse()
                            .status())
                    .isEqualTo(505);
        }
    }

    private static TestServer start(Mode mode) throws IOException {
        return Http2Servers.create(mode)
                .handle("/told", ProtocolChoiceTest::tell)
                .start();
    }

    private static void tell(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.ISO_8859_1);
        String carrier = exchange instanceof HttpsExchange ? " over TLS" : "";
        byte[] told = (exchange.getRequestMethod() + " " + exchange.getProtocol() + " " + body + carrier)
                .getBytes(StandardCharsets.ISO_8859_1);
        exchange.sendResponseHeaders(200, told.length);
        exchange.getResponseBody().write(told);
        exchange.close();
    }
}
