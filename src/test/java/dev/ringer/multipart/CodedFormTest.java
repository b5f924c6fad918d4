package dev.ringer.multipart;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Response;
import dev.ringer.testkit.TestServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests forms whose request has the field Content-Encoding, on both providers. */
@Tag("RFC-9110-8.4")
class CodedFormTest {
    private static final String MULTIPART = "Content-Type: " + Bodies.TYPE + "\r\n";
    private static final String URL_ENCODED = "Content-Type: application/x-www-form-urlencoded\r\n";

    private static final List<String> CODED = List.of(
            "Content-Encoding: gzip\r\n",
            "content-encoding: GZIP\r\n",
            "Content-Encoding: deflate\r\n",
            "Content-Encoding: br\r\n",
            "Content-Encoding: x-gzip\r\n",
            "Content-Encoding: no-such-coding\r\n",
            "Content-Encoding: identity, gzip\r\n",
            "Content-Encoding: identity;q=1\r\n",
            "Content-Encoding: aws-chunked\r\n",
            "Content-Encoding: identity\r\nContent-Encoding: gzip\r\n",
            "Content-Encoding: *\r\n");

    private static final List<String> PLAIN = List.of(
            "",
            "Content-Encoding:\r\n",
            "Content-Encoding: identity\r\n",
            "Content-Encoding: Identity \r\n",
            "Content-Encoding: identity, identity\r\n",
            "Content-Encoding: ,\r\n");

    private static byte[] gzip(byte[] body) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(body);
        }
        return out.toByteArray();
    }

    private static HttpHandler handler(FormCompliance compliance) {
        FormOptions options = FormOptions.builder().compliance(compliance).build();
        return exchange -> {
            int status = 200;
            try {
                read(exchange, options);
            } catch (FormException e) {
                status = e.status();
            }
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        };
    }

    private static void read(HttpExchange exchange, FormOptions options) throws IOException {
        if (exchange.getRequestURI().getPath().startsWith("/parts")) {
            FormReader reader = FormReader.of(exchange, options);
            while (reader.next() != null) {
                // skips the content
            }
        } else {
            Form.read(exchange, options).close();
        }
    }

    private static Response post(TestServer server, String path, String fields, byte[] body) throws IOException {
        try (RawClient client = server.connect()) {
            client.send("POST " + path + " HTTP/1.1\r\nHost: a\r\n" + fields + "Content-Length: " + body.length
                    + "\r\n\r\n");
            client.send(body);
            return client.readResponse();
        }
    }

    @ParameterizedTest
    @EnumSource(Provider.class)
    void refusesEveryCodingButIdentity(Provider provider) throws IOException {
        byte[] form = Bodies.field("a", "1");
        byte[] pair = Bodies.latin("a=1");
        try (TestServer server = TestServer.create(provider, Mode.NO_EXECUTOR)
                .handle("/parts/strict", handler(FormCompliance.RFC7578))
                .handle("/parts/legacy", handler(FormCompliance.LEGACY))
                .handle("/form/strict", handler(FormCompliance.RFC7578))
                .handle("/form/legacy", handler(FormCompliance.LEGACY))
                .start()) {
            for (String path : List.of("/parts/strict", "/parts/legacy", "/form/strict", "/form/legacy")) {
                for (String coding : CODED) {
                    Response refused = post(server, path, MULTIPART + coding, gzip(form));
                    assertThat(refused.status()).as(path + coding).isEqualTo(415);
                    assertThat(refused.value("Accept-Encoding")).contains("identity");
                }
                for (String coding : PLAIN) {
                    Response accepted = post(server, path, MULTIPART + coding, form);
                    assertThat(accepted.status()).as(path + coding).isEqualTo(200);
                    assertThat(accepted.has("Accept-Encoding")).isFalse();
                }
            }
            for (String path : List.of("/form/strict", "/form/legacy")) {
                assertThat(post(server, path, URL_ENCODED + CODED.get(0), gzip(pair))
                                .status())
                        .isEqualTo(415);
                assertThat(post(server, path, URL_ENCODED + PLAIN.get(2), pair).status())
                        .isEqualTo(200);
            }
        }
    }
}
