package dev.ringer.stress;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Over;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;

/**
 * Checks that the server sends a complete response immediately, whatever its handler or the connection's next handler
 * does afterwards.
 */
@Over({Transport.CLEAR, Transport.TLS})
class PromptAnswerTest {
    private static final String GET = " HTTP/1.1\r\nHost: test\r\n\r\n";

    @InModes
    void answersBeforeTheHandlerReturns(Mode mode) throws IOException {
        CountDownLatch answered = new CountDownLatch(1);
        try (TestServer server = TestServer.create(Provider.RINGER, mode)) {
            server.handle("/", exchange -> {
                answer(exchange);
                Deadlines.await(answered);
            });
            server.start();

            assertThat(server.connect().get("/").readResponse().status()).isEqualTo(200);
            answered.countDown();
        }
    }

    @InModes
    void answersPipelinedRequestsBeforeTheNextHandlerIsDone(Mode mode) throws IOException {
        CountDownLatch answered = new CountDownLatch(1);
        try (TestServer server = TestServer.create(Provider.RINGER, mode)) {
            server.handle("/quick", PromptAnswerTest::answer);
            server.handle("/waits", exchange -> {
                Deadlines.await(answered);
                answer(exchange);
            });
            server.start();

            RawClient client = server.connect();
            client.send("GET /quick" + GET + "GET /quick" + GET + "GET /waits" + GET + "GET /quick" + GET);
            assertThat(client.readResponse().status()).isEqualTo(200);
            assertThat(client.readResponse().status()).isEqualTo(200);
            answered.countDown();
            assertThat(client.readResponse().status()).isEqualTo(200);
            assertThat(client.readResponse().status()).isEqualTo(200);
        }
    }

    @InModes
    void answersPipelinedRequestsBeforeTheHandlerReturns(Mode mode) throws IOException {
        CountDownLatch answered = new CountDownLatch(1);
        try (TestServer server = TestServer.create(Provider.RINGER, mode)) {
            server.handle("/quick", PromptAnswerTest::answer);
            server.handle("/lingers", exchange -> {
                answer(exchange);
                Deadlines.await(answered);
            });
            server.start();

            RawClient client = server.connect();
            client.send("GET /lingers" + GET + "GET /quick" + GET);
            assertThat(client.readResponse().status()).isEqualTo(200);
            answered.countDown();
            assertThat(client.readResponse().status()).isEqualTo(200);
        }
    }

    private static void answer(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, 2);
        exchange.getResponseBody().write(new byte[] {'o', 'k'});
        exchange.close();
    }
}
