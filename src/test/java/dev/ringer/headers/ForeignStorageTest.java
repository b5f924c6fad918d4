package dev.ringer.headers;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.ringer.Ringer;
import dev.ringer.options.HeadersMap;
import dev.ringer.options.ServerOptions;
import dev.ringer.options.Settings;
import dev.ringer.testkit.Field;
import dev.ringer.testkit.Http2Client;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Response;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.util.AbstractMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests response headers in a map of the application that holds fields which nobody has checked. The server must check
 * them before it sends any.
 */
@Timeout(60)
class ForeignStorageTest {
    /** A map that takes all fields. */
    private static final class Storage extends AbstractMap<String, List<String>> {
        private final Map<String, List<String>> own = new LinkedHashMap<>();

        @Override
        public List<String> put(String name, List<String> values) {
            return own.put(name, values);
        }

        @Override
        public Set<Entry<String, List<String>>> entrySet() {
            return own.entrySet();
        }
    }

    private final AtomicReference<Storage> storage = new AtomicReference<>();
    private final AtomicReference<Exception> thrown = new AtomicReference<>();
    private String name;
    private String value;
    private TestServer server;

    @BeforeEach
    void start() throws IOException {
        ServerOptions options = ServerOptions.builder()
                .set(Settings.HTTP2, Settings.Http2.ON)
                .set(Settings.HEADERS_MAP, HeadersMap.of(() -> {
                    Storage made = new Storage();
                    storage.set(made);
                    return made;
                }))
                .build();
        HttpServer ringer = Ringer.create(TestServer.anyPort(), 0, options);
        server = TestServer.of(ringer, Transport.CLEAR, Optional.empty())
                .handle("/", this::answer)
                .start();
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    private void answer(HttpExchange exchange) throws IOException {
        exchange.getResponseHeaders().set("X-First", "1");
        Map<String, List<String>> fields = storage.get();
        fields.put(name, List.of(value));
        try {
            exchange.sendResponseHeaders(200, -1);
        } catch (IllegalArgumentException refused) {
            thrown.set(refused);
            fields.remove(name);
            exchange.sendResponseHeaders(204, -1);
        }
        exchange.close();
    }

    private static String unescaped(String text) {
        return text.translateEscapes();
    }

    @ParameterizedTest
    @CsvSource(
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "X-Bad\\r\\nSet-Cookie: a=b,1",
                "X Bad,1",
                "X-Bad:,1",
                "X-B\\0ad,1",
                "X-B\u00e4d,1",
                "X-B\u4e2dd,1",
                "'',1",
                "X-Value,1\\r\\nSet-Cookie: a=b",
                "X-Value,1\\nSet-Cookie: a=b",
                "X-Value,1\\rSet-Cookie: a=b",
                "X-Value,1\\r\\n\\r\\n<html>",
                "X-Value,a\\0b",
                "X-Value,\u4e2d",
                "Set-Cookie,a=b\\r\\nX-Bad: 1",
                "Location,/\\r\\nX-Bad: 1",
            })
    void invalidFieldsAreRefusedBeforeAnyIsSent(String badName, String badValue) throws IOException {
        name = unescaped(badName);
        value = unescaped(badValue);

        try (RawClient client = server.connect()) {
            Response response = client.get("/").readResponse();

            assertThat(response.status()).isEqualTo(204);
            assertThat(response.fields()).extracting(Field::name).containsExactlyInAnyOrder("Date", "X-first");
            assertThat(thrown.getAndSet(null)).isInstanceOf(IllegalArgumentException.class);
        }
        try (Http2Client client = Http2Client.open(server)) {
            client.get(1, "/");

            assertThat(client.answer(1).status()).isEqualTo(204);
            assertThat(thrown.get()).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
