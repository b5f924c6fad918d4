package dev.ringer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.ringer.contract.WrappedExchange;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.Response;
import dev.ringer.testkit.SystemProperties;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Every helper that needs Ringer throws the same exception on another provider, and names who serves the request. */
class OtherProviderTest {
    private static final Map<String, Function<HttpExchange, Object>> HELPERS = new LinkedHashMap<>();

    static {
        HELPERS.put("RingerExchange.scheme", RingerExchange::scheme);
        HELPERS.put("RingerExchange.proxyAddress", RingerExchange::proxyAddress);
        HELPERS.put("RingerExchange.proxyProtocol", RingerExchange::proxyProtocol);
        HELPERS.put("RingerExchange.violations", RingerExchange::violations);
        HELPERS.put("RingerExchange.number", RingerExchange::number);
        HELPERS.put("RingerExchange.limitBodyTime", exchange -> {
            RingerExchange.limitBodyTime(exchange, true);
            return "done";
        });
        HELPERS.put("RingerExchange.onDisconnect", exchange -> {
            RingerExchange.onDisconnect(exchange, () -> {});
            return "done";
        });
        HELPERS.put("Trailers.request", exchange -> Trailers.request(exchange).size());
        HELPERS.put("Trailers.response", exchange -> {
            Trailers.response(exchange, null);
            return "done";
        });
    }

    /** A wrapper that keeps its attributes to itself. */
    private static final class Deaf extends WrappedExchange {
        Deaf(HttpExchange wrapped) {
            super(wrapped);
        }

        @Override
        public Object getAttribute(String name) {
            return null;
        }
    }

    private static String outcomes(HttpExchange exchange) {
        StringBuilder text = new StringBuilder("serves=" + Ringer.serves(exchange) + '\n');
        HELPERS.forEach((name, helper) -> {
            try {
                Object result = helper.apply(exchange);
                text.append(name).append('=').append(result).append('\n');
            } catch (UnsupportedOperationException refused) {
                text.append(refused.getMessage()).append('\n');
            }
        });
        return text.toString();
    }

    private static void answer(HttpExchange exchange, String text) throws IOException {
        exchange.sendResponseHeaders(200, text.length());
        exchange.getResponseBody().write(text.getBytes(StandardCharsets.UTF_8));
        exchange.close();
    }

    private static Response ask(TestServer server) throws IOException {
        return server.connect().get("/").readResponse();
    }

    @InModes(inTurn = true)
    void helpersAnswerOnRinger(Mode mode, Transport transport) throws Exception {
        try (TestServer server = TestServer.create(Provider.RINGER, transport, mode, Map.of())
                .handle("/", exchange -> answer(exchange, outcomes(exchange)))
                .start()) {
            assertThat(ask(server).text().lines())
                    .containsExactly(
                            "serves=true",
                            "RingerExchange.scheme=" + (transport.isSecure() ? "https" : "http"),
                            "RingerExchange.proxyAddress=null",
                            "RingerExchange.proxyProtocol={}",
                            "RingerExchange.violations=[]",
                            "RingerExchange.number=" + OptionalLong.empty(),
                            "RingerExchange.limitBodyTime=done",
                            "RingerExchange.onDisconnect=done",
                            "Trailers.request=0",
                            "Trailers.response=done");
        }
    }

    @InModes(Mode.FIXED_POOL)
    void helpersThrowAndNameTheOtherServer(Mode mode) throws Exception {
        try (TestServer server = TestServer.create(Provider.JDK, mode)
                .handle("/", exchange -> answer(exchange, outcomes(exchange)))
                .start()) {
            assertThat(ask(server).text().lines())
                    .hasSize(1 + HELPERS.size())
                    .startsWith("serves=false")
                    .filteredOn(line -> !line.startsWith("serves"))
                    .zipSatisfy(
                            HELPERS.keySet(),
                            (line, helper) -> assertThat(line)
                                    .startsWith(
                                            helper + " works only with Ringer, but the server is a sun.net.httpserver.")
                                    .contains("HttpServer.create uses the provider "));
        }
    }

    @InModes(Mode.FIXED_POOL)
    void helpersNameAWrapperThatHidesTheExchange(Mode mode) throws Exception {
        try (TestServer server = TestServer.create(Provider.RINGER, mode)
                .handle("/", exchange -> answer(exchange, outcomes(new Deaf(exchange))))
                .start()) {
            assertThat(ask(server).text().lines())
                    .startsWith("serves=false")
                    .filteredOn(line -> !line.startsWith("serves"))
                    .hasSize(HELPERS.size())
                    .allMatch(line -> line.contains(
                            " works only with Ringer, but the exchange is a dev.ringer.OtherProviderTest$Deaf, "
                                    + "which must forward getAttribute"));
        }
    }

    @Test
    void statisticsAreOnlyOfRingersServers() throws IOException {
        HttpServer other = Provider.JDK.open().createHttpServer(TestServer.anyPort(), 0);
        HttpServer own;
        try (SystemProperties ignored = SystemProperties.none()) {
            own = Provider.RINGER.open().createHttpServer(TestServer.anyPort(), 0);
        }
        try {
            assertThat(Ringer.serves(own)).isTrue();
            assertThat(Ringer.serves(other)).isFalse();
            assertThatExceptionOfType(UnsupportedOperationException.class)
                    .isThrownBy(() -> Ringer.statistics(other))
                    .withMessageStartingWith(
                            "Ringer.statistics works only with Ringer, but the server is a sun.net.httpserver.");
        } finally {
            other.stop(0);
            own.stop(0);
        }
    }
}
