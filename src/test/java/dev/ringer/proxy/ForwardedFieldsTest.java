package dev.ringer.proxy;

import static dev.ringer.testkit.ProxyHeaders.LOCAL;
import static dev.ringer.testkit.ProxyHeaders.binary;
import static dev.ringer.testkit.ProxyHeaders.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests header fields in which trusted proxies name their clients, over raw sockets. */
@Execution(ExecutionMode.CONCURRENT)
class ForwardedFieldsTest {
    private static final String PROXY = "127.0.0.1";
    private static final String STRANGER = "127.0.0.2";
    private static final String TRUSTED = "127.0.0.1,10.0.0.0/8,2001:db8:7::/48";
    private static final String OWN_FIELDS = "x-forwarded-for,x-forwarded-proto,x-forwarded-host";

    @InModes
    void tellsTheClientInEveryMode(Mode mode) throws IOException {
        try (TestServer server = server(mode, Transport.current(), "x-forwarded-for")) {
            RawClient client = server.connectFrom(PROXY, new byte[0]);
            client.get("/", "X-Forwarded-For: 192.0.2.1").readResponse();

            assertThat(client.get("/", "X-Forwarded-For: 192.0.2.2")
                            .readResponse()
                            .text())
                    .startsWith("192.0.2.2:0 by 127.0.0.1:" + client.port());
        }
    }

    @ParameterizedTest
    @CsvSource({"ws, http", "Ws, http", "wss, https", "http, http", "HTTPS, https", "ftp, https", "'', https"})
    void believesTheSchemeOfAProxyThatItselfUsesTls(String told, String scheme) throws IOException {
        try (TestServer server = server(Mode.NO_EXECUTOR, Transport.TLS, OWN_FIELDS)) {
            RawClient client = server.connectFrom(PROXY, new byte[0]);
            client.get("/", "X-Forwarded-For: 192.0.2.1", "X-Forwarded-Proto: " + told);

            assertThat(client.readResponse().text()).endsWith(" " + scheme + " test");
        }
    }

    @ParameterizedTest
    @EnumSource
    void readsFieldsOfEveryProtocol(Transport transport) throws IOException {
        try (TestServer server = server(Mode.FIXED_POOL, transport, OWN_FIELDS)) {
            RawClient client = server.connectFrom(PROXY, new byte[0]);
            client.get(
                    "/",
                    "X-Forwarded-For: 192.0.2.1",
                    "X-Forwarded-Proto: " + (transport.isSecure() ? "http" : "https"),
                    "X-Forwarded-Host: example.org");

            assertThat(client.readResponse().text())
                    .startsWith("192.0.2.1:0 by 127.0.0.1:" + client.port())
                    .endsWith((transport.isSecure() ? " http" : " https") + " example.org");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // the last address that is not trusted, in all lines
                "192.0.2.1                                    | 192.0.2.1:0",
                "6.6.6.6, 192.0.2.1                           | 192.0.2.1:0",
                "192.0.2.1, 10.1.2.3                          | 192.0.2.1:0",
                "6.6.6.6,192.0.2.1,10.1.2.3,10.2.3.4          | 192.0.2.1:0",
                "6.6.6.6; 192.0.2.1                           | 192.0.2.1:0",
                "192.0.2.1; 10.1.2.3                          | 192.0.2.1:0",
                "192.0.2.1, , 10.1.2.3,,                      | 192.0.2.1:0",
                "192.0.2.1;; ,;                               | 192.0.2.1:0",
                "10.1.2.3, 10.2.3.4                           | 10.1.2.3:0",
                // forms of addresses
                "192.0.2.1:4711                               | 192.0.2.1:4711",
                "2001:db8::1                                  | [2001:db8:0:0:0:0:0:1]:0",
                "[2001:db8::1]                                | [2001:db8:0:0:0:0:0:1]:0",
                "[2001:db8::1]:4711                           | [2001:db8:0:0:0:0:0:1]:4711",
                "192.0.2.1, 2001:DB8:7::1                     | 192.0.2.1:0",
                "::ffff:192.0.2.1                             | 192.0.2.1:0",
                "192.0.2.1, ::ffff:10.1.2.3                   | 192.0.2.1:0",
                // an element that is no address ends the search: the address after it is taken
                "192.0.2.1, unknown, 10.1.2.3                 | 10.1.2.3:0",
                "192.0.2.1, _hidden, 10.1.2.3                 | 10.1.2.3:0",
                "192.0.2.1, 10.1.2.3:65536, 10.2.3.4          | 10.2.3.4:0",
                "192.0.2.1, 10.1.2.3 10.2.3.4, 10.2.3.4       | 10.2.3.4:0",
                "192.0.2.1, 10.1.2, 10.2.3.4                  | 10.2.3.4:0",
                "192.0.2.1, 010.1.2.3, 10.2.3.4               | 10.2.3.4:0",
                "192.0.2.1, localhost, 10.2.3.4               | 10.2.3.4:0",
                "192.0.2.1, [10.1.2.3], 10.2.3.4              | 10.2.3.4:0",
                "192.0.2.1, 2001:db8:7::1%1, 10.2.3.4         | 10.2.3.4:0",
                "192.0.2.1, 2001:db8:7::1], 10.2.3.4          | 10.2.3.4:0",
                "192.0.2.1, [2001:db8:7::1]x, 10.2.3.4        | 10.2.3.4:0",
                "192.0.2.1, \"10.1.2.3\", 10.2.3.4            | 10.2.3.4:0"
            })
    void takesTheLastAddressThatIsNotTrusted(String lines, String client) throws IOException {
        assertThat(answer(PROXY, "x-forwarded-for", fields("X-Forwarded-For", lines)))
                .startsWith(client + " by 127.0.0.1:");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"unknown", "_x", "1.2.3", "", ",", "for=1.2.3.4", "192.0.2.1, secret", "a:b", "192.0.2.1, []"})
    void keepsTheProxysAddressWhereNobodyIsNamed(String value) throws IOException {
        assertThat(answer(PROXY, "x-forwarded-for", "X-Forwarded-For: " + value))
                .startsWith("127.0.0.1:")
                .contains(" by null ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "for=192.0.2.1                                          | 192.0.2.1:0 | http | test",
                "FOR=192.0.2.1;Proto=HTTPS;Host=example.org             | 192.0.2.1:0 | https | example.org",
                "for=6.6.6.6;host=evil, for=192.0.2.1;host=example.org  | 192.0.2.1:0 | http | example.org",
                "for=192.0.2.1;proto=https, for=10.1.2.3;proto=http     | 192.0.2.1:0 | https | test",
                "for=192.0.2.1;host=example.org, for=10.1.2.3;host=in   | 192.0.2.1:0 | http | example.org",
                "for=192.0.2.1, for=10.1.2.3;proto=https;host=in        | 192.0.2.1:0 | http | test",
                "for=6.6.6.6/ for=192.0.2.1;host=\"example.org:81\"     | 192.0.2.1:0 | http | example.org:81",
                "for=\"192.0.2.1:4711\"                                 | 192.0.2.1:4711 | http | test",
                "for=\"192.0.2.1:_port\"                                | 192.0.2.1:0 | http | test",
                "for=\"[2001:db8::1]\"                                  | [2001:db8:0:0:0:0:0:1]:0 | http | test",
                "for=\"[2001:db8::1]:4711\";by=_me                      | [2001:db8:0:0:0:0:0:1]:4711 | http | test",
                "for=\"1\\92.0.2.1\"                                    | 192.0.2.1:0 | http | test",
                "for=\"6.6.6.6, for=192.0.2.1                           | 192.0.2.1:0 | http | test",
                "x=\"a, for=6.6.6.6, b=\"\", for=192.0.2.1              | 192.0.2.1:0 | http | test",
                "for=192.0.2.1;x=\"a, for=6.6.6.6\"                     | 192.0.2.1:0 | http | test",
                "for=192.0.2.1;x=\"a\\\", for=6.6.6.6\"                 | 192.0.2.1:0 | http | test",
                "for=192.0.2.1 ; proto=https;                           | 192.0.2.1:0 | https | test",
                "by=_a;for=192.0.2.1;by=_b                              | 192.0.2.1:0 | http | test",
                ";for=192.0.2.1;;proto=https                            | 192.0.2.1:0 | https | test",
                "for=192.0.2.1;proto=wss                                | 192.0.2.1:0 | https | test",
                "for=192.0.2.1;proto=\"WSS\"                            | 192.0.2.1:0 | https | test",
                "for=192.0.2.1;proto=ws                                 | 192.0.2.1:0 | http | test",
                "for=192.0.2.1;proto=ws, for=10.1.2.3;proto=wss         | 192.0.2.1:0 | http | test",
                "for=192.0.2.1;proto=ftp;host=\"a b\"                   | 192.0.2.1:0 | http | test"
            })
    void readsForwarded(String lines, String client, String scheme, String host) throws IOException {
        String answer = answer(
                PROXY,
                "forwarded",
                Stream.of(lines.split("/"))
                        .map(line -> "Forwarded: " + line.strip())
                        .toArray(String[]::new));

        assertThat(answer).startsWith(client + " by 127.0.0.1:").endsWith(" " + scheme + " " + host);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "for=unknown;proto=https;host=told",
                "for=_hidden;proto=https;host=told",
                "proto=https;host=told",
                "for=[2001:db8::1];proto=https",
                "for=192.0.2.1:4711",
                "for=\"2001:db8::1\"",
                "for=\"192.0.2.1:65536\"",
                "for=\"192.0.2.1:\"",
                "for=192.0.2.1;for=192.0.2.1",
                "for=192.0.2.1;proto=http;proto=https",
                "for=192.0.2.1;",
                "for = 192.0.2.1",
                "for=192.0.2.1 proto=https",
                "for=\"192.0.2.1\"x",
                "for=\"192.0.2.1",
                "for=",
                "for",
                "=192.0.2.1",
                "192.0.2.1"
            })
    void takesNoAddressOfWhatIsNoElement(String element) throws IOException {
        boolean complete = element.equals("for=192.0.2.1;"); // an empty pair is allowed anywhere
        boolean told = element.contains("told");
        String answer = answer(PROXY, "forwarded", "Forwarded: for=6.6.6.6, " + element);

        assertThat(answer).startsWith(complete ? "192.0.2.1:0 " : "127.0.0.1:");
        assertThat(answer).endsWith(told ? " https told" : " http test");
    }

    @Test
    void believesNothingOfStrangers() throws IOException {
        String[] lies = {
            "X-Forwarded-For: 10.1.2.3",
            "X-Forwarded-Proto: https",
            "X-Forwarded-Host: evil",
            "Forwarded: for=10.1.2.3;host=evil"
        };

        for (String fields : new String[] {OWN_FIELDS, "forwarded"}) {
            assertThat(answer(STRANGER, fields, lies))
                    .startsWith("127.0.0.2:")
                    .contains(" by null ")
                    .endsWith(" http test");
        }
    }

    @Test
    void looksAtNoFieldThatProxiesDoNotWrite() throws IOException {
        assertThat(answer(
                        PROXY,
                        "x-forwarded-for",
                        "X-Forwarded-For: 192.0.2.1",
                        "X-Forwarded-Proto: https",
                        "X-Forwarded-Host: evil",
                        "Forwarded: for=6.6.6.6;host=evil;proto=https",
                        "X-Real-IP: 6.6.6.6",
                        "X-Forwarded-Port: 1"))
                .startsWith("192.0.2.1:0 by ")
                .endsWith(" http test");
        assertThat(answer(PROXY, "forwarded", "Forwarded: for=192.0.2.1", "X-Forwarded-For: 6.6.6.6"))
                .startsWith("192.0.2.1:0 by ");
        assertThat(answer(PROXY, "none", "Forwarded: for=6.6.6.6", "X-Forwarded-For: 6.6.6.6"))
                .startsWith("127.0.0.1:");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "https      | example.org       | https | example.org",
                "HTTPS      | example.org:8443  | https | example.org:8443",
                "http,https | evil, example.org | https | example.org",
                "https;http | evil; example.org | http  | example.org",
                "wss        | a b               | https | test",
                "WSS        | ''                | https | test",
                "http, wss  | ''                | https | test",
                "https, ws  | ''                | http  | test",
                "wss;ws     | ''                | http  | test",
                "wss://     | ''                | http  | test",
                "wsss       | ''                | http  | test",
                "https x    | a/b               | http  | test",
                "''         | ''                | http  | test",
                "https      | [2001:db8::1]:81  | https | [2001:db8::1]:81"
            })
    void takesTheLastSchemeAndHostIfTheyAreSome(String schemes, String hosts, String scheme, String host)
            throws IOException {
        String[] fields = Stream.concat(
                        Stream.of(fields("X-Forwarded-Proto", schemes)), Stream.of(fields("X-Forwarded-Host", hosts)))
                .toArray(String[]::new);

        assertThat(answer(PROXY, OWN_FIELDS, fields)).endsWith(" " + scheme + " " + host);
    }

    @Test
    void addsTheHostWhereTheProxySendsNone() throws IOException {
        try (TestServer server = server(Mode.NO_EXECUTOR, Transport.CLEAR, OWN_FIELDS)) {
            RawClient client = server.connectFrom(PROXY, new byte[0]);

            client.send("GET / HTTP/1.0\r\nX-Forwarded-Host: example.org\r\n\r\n");

            assertThat(client.readResponse().text()).endsWith(" http example.org");
        }
    }

    @Test
    void goesOnBehindThePeerThatTheProxyProtocolNames() throws IOException {
        try (TestServer server = create(
                Mode.NO_EXECUTOR,
                Transport.CLEAR,
                Map.of("ringer.trustedProxies", TRUSTED, "ringer.proxyProtocol", "required"))) {
            String field = "X-Forwarded-For: 6.6.6.6, 192.0.2.1";

            assertThat(server.connectFrom(PROXY, text("PROXY TCP4 10.1.2.3 10.2.3.4 1 2"))
                            .get("/", field)
                            .readResponse()
                            .text())
                    .startsWith("192.0.2.1:0 by 127.0.0.1:");
            assertThat(server.connectFrom(PROXY, text("PROXY TCP4 192.0.2.7 10.2.3.4 1 2"))
                            .get("/", field)
                            .readResponse()
                            .text())
                    .startsWith("192.0.2.7:1 by 127.0.0.1:");
            assertThat(server.connectFrom(PROXY, text("PROXY UNKNOWN"))
                            .get("/", field)
                            .readResponse()
                            .text())
                    .startsWith("127.0.0.1:")
                    .contains(" by null ");
            assertThat(server.connectFrom(PROXY, binary(LOCAL, 0).bytes())
                            .get("/", field)
                            .readResponse()
                            .text())
                    .startsWith("127.0.0.1:")
                    .contains(" by null ");
        }
    }

    @Test
    void namesTheClientInTheAccessLog(@TempDir Path folder) throws IOException {
        Path log = folder.resolve("access.log");
        try (TestServer server = create(
                Mode.NO_EXECUTOR,
                Transport.CLEAR,
                Map.of("ringer.trustedProxies", TRUSTED, "ringer.accessLog", "common:" + log))) {
            server.connectFrom(PROXY, new byte[0])
                    .get("/", "X-Forwarded-For: 192.0.2.1")
                    .readResponse();
        }

        Deadlines.await("a line is written", () -> lines(log).size() == 1);
        assertThat(lines(log)).singleElement().asString().startsWith("192.0.2.1 ");
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException notYet) {
            return List.of();
        }
    }

    @Test
    void costsNoMoreThanReadingTheHeadOnce() throws IOException {
        String commas = ",".repeat(300_000);
        String quotes = "\\\"".repeat(150_000);
        String colons = ":".repeat(300_000);

        assertThat(answer(PROXY, "x-forwarded-for", "X-Forwarded-For: 6.6.6.6" + commas))
                .startsWith("6.6.6.6:0 ");
        assertThat(answer(PROXY, "forwarded", "Forwarded: for=6.6.6.6, x=\"" + quotes + "\""))
                .startsWith("127.0.0.1:");
        assertThat(answer(PROXY, "forwarded", "Forwarded: for=6.6.6.6" + commas))
                .startsWith("6.6.6.6:0 ");
        assertThat(answer(PROXY, "x-forwarded-for", "X-Forwarded-For: [" + colons))
                .startsWith("127.0.0.1:");
        assertThat(answer(PROXY, "forwarded", "Forwarded: for=\"[" + colons + "\""))
                .startsWith("127.0.0.1:");
    }

    /** Returns field lines with the same name. A semicolon separates two of them. */
    private static String[] fields(String name, String lines) {
        return Stream.of(lines.split(";", -1))
                .map(line -> name + ": " + line.strip())
                .toArray(String[]::new);
    }

    private static String answer(String from, String believed, String... fieldLines) throws IOException {
        try (TestServer server = server(Mode.NO_EXECUTOR, Transport.CLEAR, believed)) {
            return server.connectFrom(from, new byte[0])
                    .get("/", fieldLines)
                    .readResponse()
                    .text();
        }
    }

    private static TestServer server(Mode mode, Transport transport, String believed) throws IOException {
        return create(mode, transport, Map.of("ringer.trustedProxies", TRUSTED, "ringer.forwardedFields", believed));
    }

    private static TestServer create(Mode mode, Transport transport, Map<String, String> settings) throws IOException {
        return TestServer.create(Provider.RINGER, transport, mode, settings)
                .handle("/", ForwardedFieldsTest::tell)
                .start();
    }

    private static void tell(HttpExchange exchange) throws IOException {
        String text = exchange.getRemoteAddress().toString().substring(1) + " by "
                + String.valueOf(exchange.getAttribute("dev.ringer.proxyAddress"))
                        .replace("/", "") + " "
                + exchange.getAttribute("dev.ringer.scheme") + " "
                + exchange.getRequestHeaders().getFirst("Host");
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }
}
