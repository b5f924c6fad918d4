package dev.ringer.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Fate;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Response;
import dev.ringer.testkit.TestServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A Ringer server under attack. It records every request that reaches its handler, as {@code POST /path body}, and
 * answers with that text.
 */
final class Victim implements AutoCloseable {
    /** The request that an attacker tries to smuggle. */
    static final String SMUGGLED = "GET /smuggled HTTP/1.1\r\nHost: test\r\n\r\n";

    static final String GET = "GET / HTTP/1.1\r\nHost: test\r\n\r\n";

    /** The head of a request whose body comes in chunks. */
    static final String CHUNKED = "POST / HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n";

    /** How the handler treats bodies. */
    private enum Bodies {
        READ,
        IGNORED
    }

    private final TestServer server;
    private final List<String> seen = new CopyOnWriteArrayList<>();

    private Victim(Mode mode, Map<String, String> properties, Bodies bodies) throws IOException {
        server = TestServer.create(Provider.RINGER, mode, properties)
                .handle("/", exchange -> handle(exchange, bodies))
                .start();
    }

    /** Returns a server whose handler reads bodies to their end. */
    static Victim readingBodies(Mode mode) throws IOException {
        return new Victim(mode, Map.of(), Bodies.READ);
    }

    /** Returns a server whose handler reads bodies to their end, with settings. */
    static Victim readingBodies(Mode mode, Map<String, String> properties) throws IOException {
        return new Victim(mode, properties, Bodies.READ);
    }

    /** Returns a server whose handler answers without reading the body. */
    static Victim ignoringBodies(Mode mode) throws IOException {
        return new Victim(mode, Map.of(), Bodies.IGNORED);
    }

    /** Returns a server whose handler answers without reading the body, with settings. */
    static Victim ignoringBodies(Mode mode, Map<String, String> properties) throws IOException {
        return new Victim(mode, properties, Bodies.IGNORED);
    }

    private void handle(HttpExchange exchange, Bodies bodies) throws IOException {
        String request = exchange.getRequestMethod() + " " + exchange.getRequestURI();
        if (bodies == Bodies.READ) {
            byte[] body;
            try {
                body = exchange.getRequestBody().readAllBytes();
            } catch (IOException e) {
                seen.add(request + " (broken)");
                throw e;
            }
            request += body.length == 0 ? "" : " " + new String(body, StandardCharsets.ISO_8859_1);
        }
        seen.add(request);
        byte[] answer = request.getBytes(StandardCharsets.ISO_8859_1);
        exchange.sendResponseHeaders(200, answer.length);
        exchange.getResponseBody().write(answer);
        exchange.close();
    }

    TestServer server() {
        return server;
    }

    RawClient connect() throws IOException {
        return server.connect();
    }

    /** Returns the requests that have reached the handler so far. */
    List<String> seen() {
        return List.copyOf(seen);
    }

    void forget() {
        seen.clear();
    }

    /**
     * Sends the bytes and {@link #SMUGGLED}. Checks that the server answers with one of these statuses, ends the
     * connection, and calls no handler.
     */
    void refuses(String bytes, Integer... statuses) throws IOException {
        RawClient client = connect().sendAsFarAsPossible(bytes + SMUGGLED);

        Response answer = client.readResponse();

        assertThat(answer.status()).as(show(bytes)).isIn(Arrays.asList(statuses));
        assertThat(client.awaitEnd(Deadlines.PATIENCE)).as(show(bytes)).isEqualTo(Fate.CLOSED);
        assertThat(seen()).as(show(bytes)).isEmpty();
    }

    /**
     * Sends a request with a malformed body, and {@link #SMUGGLED}. Checks that no request succeeds, the connection
     * ends, and the handler gets no second request.
     */
    void breaksOff(String bytes) throws IOException {
        forget();
        RawClient client = connect().sendAsFarAsPossible(bytes + SMUGGLED);

        String answer = client.readToEnd();

        assertThat(answer).as(show(bytes)).doesNotContain(" 200 OK");
        assertThat(seen()).as(show(bytes)).allMatch(request -> request.endsWith("(broken)"));
    }

    /**
     * Sends a request with a malformed body, and {@link #SMUGGLED}, to a handler that does not read the body. Checks
     * that at most one request succeeds, the connection ends, and the handler gets no second request.
     */
    void neverServesMoreThanOne(String bytes) throws IOException {
        forget();
        RawClient client = connect().sendAsFarAsPossible(bytes + SMUGGLED);

        String answers = client.readToEnd();

        assertThat(answers.split("HTTP/1.1 200 OK", -1)).as(show(bytes)).hasSizeLessThanOrEqualTo(2);
        assertThat(seen())
                .as(show(bytes))
                .hasSizeLessThanOrEqualTo(1)
                .noneMatch(request -> request.contains("smuggled"));
    }

    /** Sends the bytes, and checks that the server answers 200 with this text. */
    RawClient accepts(String bytes, String answer) throws IOException {
        RawClient client = connect().send(bytes);

        Response response = client.readResponse();

        assertThat(response.statusLine()).as(show(bytes)).isEqualTo("HTTP/1.1 200 OK");
        assertThat(response.text()).as(show(bytes)).isEqualTo(answer);
        return client;
    }

    /** Returns the bytes as readable text, cut after 200 characters. */
    static String show(String bytes) {
        String shown = bytes.length() <= 200 ? bytes : bytes.substring(0, 200) + "…";
        return shown.replace("\r", "\\r").replace("\n", "\\n").replace("\0", "\\0");
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
