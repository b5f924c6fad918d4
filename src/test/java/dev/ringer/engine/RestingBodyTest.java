package dev.ringer.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpExchange;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Http2Client;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Over;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Timeout;

/**
 * Tests request bodies that rest for longer than the time limits allow. The limits do not apply once the response has
 * begun, or if the handler or its context asks for that. A body without such a handler shows how long the limit is.
 */
@Timeout(120)
class RestingBodyTest {
    private static final String ATTRIBUTE = "dev.ringer.bodyTimeLimits";

    private static TestServer start(Mode mode, Transport transport, CountDownLatch limitPassed) throws IOException {
        TestServer server = TestServer.create(
                Provider.RINGER,
                transport,
                mode,
                Map.of("ringer.http2", "on", "ringer.bodyStallTimeout", "300 ms", "ringer.bodyBuffer", "0"));
        server.handle("/begun", exchange -> {
            exchange.sendResponseHeaders(200, 0);
            echo(exchange);
        });
        server.handle("/asked", exchange -> {
            exchange.setAttribute(ATTRIBUTE, false);
            int first = exchange.getRequestBody().read();
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write(first);
            echo(exchange);
        });
        HttpContext asking = server.context("/context", exchange -> {
            int first = exchange.getRequestBody().read();
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write(first);
            echo(exchange);
        });
        asking.getAttributes().put(ATTRIBUTE, false);
        server.handle("/limited", exchange -> {
            try (exchange) {
                exchange.getRequestBody().readAllBytes();
            } catch (IOException tooSlow) {
                limitPassed.countDown();
                throw tooSlow;
            }
        });
        return server.start();
    }

    private static void echo(HttpExchange exchange) throws IOException {
        InputStream in = exchange.getRequestBody();
        byte[] piece = new byte[100];
        for (int count; (count = in.read(piece)) >= 0; ) {
            OutputStream out = exchange.getResponseBody();
            out.write(piece, 0, count);
            out.flush();
        }
        exchange.close();
    }

    @InModes(concurrent = true)
    @Over({Transport.CLEAR, Transport.TLS})
    void livesOnHttp1(Mode mode) throws Exception {
        for (String path : new String[] {"/begun", "/asked", "/context"}) {
            CountDownLatch limitPassed = new CountDownLatch(1);
            try (TestServer server = start(mode, Transport.current(), limitPassed);
                    RawClient client = server.connect()) {
                client.send("POST " + path + " HTTP/1.1\r\nHost: test\r\nContent-Length: 10\r\n\r\n");
                try (RawClient limited = server.connect()) {
                    limited.send("POST /limited HTTP/1.1\r\nHost: test\r\nContent-Length: 10\r\n\r\nhello");
                    Deadlines.await(limitPassed);
                }

                assertThat(client.send("helloworld").readResponse().text())
                        .as(path)
                        .isEqualTo("helloworld");
            }
        }
    }

    @InModes(concurrent = true)
    @Over({Transport.H2C, Transport.H2})
    void livesOnHttp2(Mode mode) throws Exception {
        for (String path : new String[] {"/begun", "/asked", "/context"}) {
            CountDownLatch limitPassed = new CountDownLatch(1);
            try (TestServer server = start(mode, Transport.current(), limitPassed);
                    Http2Client client = Http2Client.open(server)) {
                client.head(1, "POST", path);
                client.head(3, "POST", "/limited").data(3, "hello");
                Deadlines.await(limitPassed);

                assertThat(client.end(1, "helloworld").answer(1).text())
                        .as(path)
                        .isEqualTo("helloworld");
            }
        }
    }
}
