package dev.ringer.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.Authenticator;
import com.sun.net.httpserver.HttpExchange;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Fate;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Response;
import dev.ringer.testkit.TestServer;
import java.io.IOException;

/**
 * Tests {@code Expect: 100-continue} with an answer before the body. A proxy may still send the body, and the server
 * could take it for a request. So the server closes the connection after it has refused such a request.
 */
class ExpectBasedDesyncTest {
    private static final String HEAD = "POST /a HTTP/1.1\r\nHost: test\r\nExpect: 100-continue\r\nContent-Length: "
            + Victim.SMUGGLED.length() + "\r\n\r\n";

    @InModes
    void closesAfterARefusal(Mode mode) throws IOException {
        try (TestServer server = TestServer.create(Provider.RINGER, mode)
                .handle("/", exchange -> exchange.sendResponseHeaders(401, -1))
                .start()) {
            RawClient client = server.connect().send(HEAD);

            Response refusal = client.readResponse();
            client.sendAsFarAsPossible(Victim.SMUGGLED);

            assertThat(refusal.status()).isEqualTo(401);
            assertThat(client.awaitEnd(Deadlines.PATIENCE)).isEqualTo(Fate.CLOSED);
        }
    }

    @InModes
    void anAuthenticatorRefusesWithoutAskingForTheBody(Mode mode) throws IOException {
        try (TestServer server = TestServer.create(Provider.RINGER, mode)) {
            server.context("/", exchange -> exchange.sendResponseHeaders(200, -1))
                    .setAuthenticator(refusing());
            RawClient client = server.start().connect().send(HEAD);

            Response refusal = client.readResponse();
            client.sendAsFarAsPossible(Victim.SMUGGLED);

            assertThat(refusal.status()).isEqualTo(401);
            assertThat(client.awaitEnd(Deadlines.PATIENCE)).isEqualTo(Fate.CLOSED);
        }
    }

    private static Authenticator refusing() {
        return new Authenticator() {
            @Override
            public Result authenticate(HttpExchange exchange) {
                return new Retry(401);
            }
        };
    }

    @InModes
    void takesABodyThatDidNotWaitForABody(Mode mode) throws IOException {
        try (Victim victim = Victim.ignoringBodies(mode)) {
            RawClient client = victim.connect().send(HEAD + Victim.SMUGGLED);

            Response answer = client.readResponse();
            if (answer.status() == 100) {
                answer = client.readResponse();
            }

            assertThat(answer.text()).isEqualTo("POST /a");
            assertThat(client.fate()).isEqualTo(Fate.USABLE);
            assertThat(victim.seen()).containsExactly("POST /a");
        }
    }

    @InModes
    void asksAtMostOnce(Mode mode) throws IOException {
        try (Victim victim = Victim.readingBodies(mode)) {
            RawClient client = victim.connect().send(HEAD);

            assertThat(client.readResponse().status()).isEqualTo(100);
            client.send(Victim.SMUGGLED.substring(0, 5));
            victim.server().settle();
            client.send(Victim.SMUGGLED.substring(5));

            assertThat(client.readResponse().text()).isEqualTo("POST /a " + Victim.SMUGGLED);
            assertThat(client.fate()).isEqualTo(Fate.USABLE);
        }
    }

    @InModes
    void neverAsksWhenItRefusesByItself(Mode mode) throws IOException {
        try (Victim victim = Victim.readingBodies(mode)) {
            victim.refuses(HEAD.replace("Content-Length: ", "Content-Length: +"), 400);
        }
    }
}
