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
 * A Ringer that is attacked: it remembers every request that reached its handler, as {@code POST /path body}, and
 * answers with that text.
 */
final class Victim implements AutoCloseable {
    /** What an attacker wants to be taken for a request of its own. */
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

    /** One whose handler reads bodies to their end. */
    static Victim readingBodies(Mode mode) throws IOException {
        return new Victim(mode, Map.of(), Bodies.READ);
    }

    /** One whose handler reads bodies to their end, with settings. */
    static Victim readingBodies(Mode mode, Map<String, String> properties) throws IOException {
        return new Victim(mode, properties, Bodies.READ);
    }

    /** One whose handler answers without a look at the body. */
    static Victim ignoringBodies(Mode mode) throws IOException {
        return new Victim(mode, Map.of(), Bodies.IGNORED);
    }

    /** One whose handler answers without a look at the body, with settings. */
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

    /** The requests that reached the handler so far. */
    List<String> seen() {
        return List.copyOf(seen);
    }

    void forget() {
        seen.clear();
    }

    /**
     * Sends the bytes and what the attacker wants to smuggle, and demands: one of these answers, the end of the
     * connection, and nothing that reached the handler.
     */
    void refuses(String bytes, Integer... statuses) throws IOException {
        RawClient client = connect().sendAsFarAsPossible(bytes + SMUGGLED);

        Response answer = client.readResponse();

        assertThat(answer.status()).as(show(bytes)).isIn(Arrays.asList(statuses));
        assertThat(client.awaitEnd(Deadlines.PATIENCE)).as(show(bytes)).isEqualTo(Fate.CLOSED);
        assertThat(seen()).as(show(bytes)).isEmpty();
    }

    /**
     * Sends a request whose body is at fault, and what the attacker wants to smuggle, and demands: no success, the end
     * of the connection, and no second request at the handler.
     */
    void breaksOff(String bytes) throws IOException {
        forget();
        RawClient client = connect().sendAsFarAsPossible(bytes + SMUGGLED);

        String answer = client.readToEnd();

        assertThat(answer).as(show(bytes)).doesNotContain(" 200 OK");
        assertThat(seen()).as(show(bytes)).allMatch(request -> request.endsWith("(broken)"));
    }

    /**
     * Sends a request whose body is at fault, and what the attacker wants to smuggle, to a handler that does not look at
     * the body, and demands: at most one answer, the end of the connection, and no second request at the handler.
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

    /** Sends the bytes, and demands this answer. */
    RawClient accepts(String bytes, String answer) throws IOException {
        RawClient client = connect().send(bytes);

        Response response = client.readResponse();

        assertThat(response.statusLine()).as(show(bytes)).isEqualTo("HTTP/1.1 200 OK");
        assertThat(response.text()).as(show(bytes)).isEqualTo(answer);
        return client;
    }

    /** A readable form of what was sent. */
    static String show(String bytes) {
        String shown = bytes.length() <= 200 ? bytes : bytes.substring(0, 200) + "…";
        return shown.replace("\r", "\\r").replace("\n", "\\n").replace("\0", "\\0");
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
