package dev.ringer.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpExchange;
import dev.ringer.testkit.Fate;
import dev.ringer.testkit.Gate;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.TestServer;
import java.io.IOException;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests a response that another thread writes after the handler has returned, to a client that reads slowly. No handler
 * runs, so other clients are served before this client reads.
 */
@Timeout(60)
class LateAnswerTest {
    @ParameterizedTest
    @MethodSource("dev.ringer.engine.Setup#all")
    void isWholeAndHoldsNobodyUp(Setup setup) throws Exception {
        Outpour outpour = new Outpour();
        Gate returned = new Gate();
        try (TestServer server = setup.create()) {
            HttpContext late = server.context(
                    "/",
                    exchange -> new OwnThread(setup.threads(), () -> {
                        returned.pass();
                        outpour.write(exchange);
                    }));
            late.getFilters().add(noting(returned));
            server.handle("/other", exchange -> exchange.sendResponseHeaders(204, -1))
                    .start();
            RawClient client = server.connectNarrow().get("/");
            outpour.awaitFullSocket();

            for (int i = 0; i < 10; i++) {
                assertThat(server.connect().get("/other").readResponse().status())
                        .isEqualTo(204);
            }

            assertThat(client.readResponse().body()).isEqualTo(Outpour.BODY);
            assertThat(outpour.end()).isNull();
            assertThat(client.fate()).isEqualTo(Fate.USABLE);
        }
    }

    private static Filter noting(Gate returned) {
        return new Filter() {
            @Override
            public void doFilter(HttpExchange exchange, Chain chain) throws IOException {
                chain.doFilter(exchange);
                returned.open();
            }

            @Override
            public String description() {
                return "lets go what waits for the handler's return";
            }
        };
    }
}
