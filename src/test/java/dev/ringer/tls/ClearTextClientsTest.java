package dev.ringer.tls;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests clients that use {@code http://} instead of {@code https://}. */
@Timeout(60)
class ClearTextClientsTest {
    private static final String SAYS_SO =
            "<h1>400 Bad Request</h1>This is an HTTPS port; use https:// instead of http://";
    private static final byte ALERT = 21;

    @InModes
    void serverSaysThatThePortSpeaksHttps(Mode mode) throws Exception {
        AtomicInteger calls = new AtomicInteger();
        try (TlsServers server = TlsServers.plan()
                .mode(mode)
                .handler(exchange -> calls.incrementAndGet())
                .start()) {
            assertThat(answer(server, "GET / HTTP/1.1\r\nHost: test\r\n\r\n"))
                    .startsWith("HTTP/1.1 400 Bad Request\r\n")
                    .contains("\r\nConnection: close\r\n", "\r\nContent-length: 78\r\n", "\r\nDate: ")
                    .endsWith("\r\n\r\n" + SAYS_SO);
            assertThat(calls).hasValue(0);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "POST /a?b=c HTTP/1.1\r\nContent-Length: 100000\r\n\r\n",
                "OPTIONS * HTTP/1.1\r\n",
                "CONNECT a.test:443 HTTP/1.1\r\n\r\n",
                "GET http://a.test/ HTTP/1.0\n\n",
                "M-SEARCH * HTTP/1.1\r\n\r\n",
                "get /\u00e9 HTTP/1.1\r\n\r\n",
                "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0"
            })
    void serverKnowsEveryRequestLine(String request) throws Exception {
        try (TlsServers server = TlsServers.plan().start()) {
            assertThat(answer(server, request)).startsWith("HTTP/1.1 400 ").endsWith(SAYS_SO);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {8_000, 9_000, 20_000, 100_000})
    void serverKnowsALongRequestLine(int length) throws Exception {
        try (TlsServers server = TlsServers.plan().start()) {
            assertThat(answer(server, "GET /" + "a".repeat(length) + " HTTP/1.1\r\nHost: test\r\n\r\n"))
                    .startsWith("HTTP/1.1 400 ")
                    .endsWith(SAYS_SO);
        }
    }

    @Test
    void serverSendsNoContentForHead() throws Exception {
        try (TlsServers server = TlsServers.plan().start()) {
            assertThat(answer(server, "HEAD / HTTP/1.1\r\n\r\n"))
                    .startsWith("HTTP/1.1 400 ")
                    .contains("\r\nContent-length: 78\r\n")
                    .endsWith("\r\n\r\n");
        }
    }

    @Test
    void serverAnswersARequestThatArrivesByteByByte() throws Exception {
        try (TlsServers server = TlsServers.plan().start();
                Socket socket = connect(server)) {
            for (byte one : "GET /index.html HTTP/".getBytes(ISO_8859_1)) {
                socket.getOutputStream().write(one);
            }

            assertThat(new String(socket.getInputStream().readAllBytes(), ISO_8859_1))
                    .endsWith(SAYS_SO);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SSH-2.0-OpenSSH_9.2\r\n",
                "EHLO a.test\r\n",
                "GET /\r\n",
                "GET / FTP/1.1\r\n",
                "* OK IMAP\r\n",
                "\r\nGET / HTTP/1.1\r\n\r\n",
                " GET / HTTP/1.1\r\n\r\n",
                "PROXY TCP4 192.0.2.1 192.0.2.2 1 2\r\n",
                "ABCDEFGHIJKLMNOPQRSTUVWXYZ / HTTP/1.1\r\n"
            })
    void serverSendsAnAlertToOtherProtocols(String text) throws Exception {
        try (TlsServers server = TlsServers.plan().start()) {
            assertThat(answer(server, text))
                    .startsWith(Character.toString(ALERT))
                    .hasSize(7);
        }
    }

    private static String answer(TlsServers server, String sent) throws IOException {
        try (Socket socket = connect(server)) {
            socket.getOutputStream().write(sent.getBytes(ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
        }
    }

    private static Socket connect(TlsServers server) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
        socket.setSoTimeout((int) Deadlines.PATIENCE.toMillis());
        return socket;
    }
}
