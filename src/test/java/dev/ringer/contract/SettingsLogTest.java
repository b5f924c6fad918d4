package dev.ringer.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.Ringer;
import dev.ringer.options.ServerOptions;
import dev.ringer.options.Settings;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RecordedLog;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests what the logger {@code dev.ringer} logs about settings. No other test uses the values of this one. */
class SettingsLogTest {
    private static final String PROVIDER = "dev.ringer";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sun.net.httpserver.readTimeout | 5 | servers know it no longer",
                "sun.net.httpserver.pathMatcher | some prefix | it takes one of pathprefix, stringprefix; ",
                "sun.net.httpserver.pathMatcher | '' | it takes one of pathprefix, stringprefix; ",
                "sun.net.httpserver.idleInterval | -17 | it takes a whole number from 1 (seconds); 30 holds",
                "ringer.headTimeout | soon | it takes a whole number from 0 (seconds), 0 = off; 20 holds",
                "ringer.drainTimeout | 2s | it takes a whole number from 0 (milliseconds), 0 = off; 2000 holds",
                "ringer.maxRequestLine | 11 | it takes a whole number from 16 to 16777216 (bytes), or 0 for the largest; 65536 holds",
                "ringer.http2.maxStreams | 0 | it takes a whole number from 1 to 65536; 128 holds",
                "ringer.minBodyRate | -11 | it takes a whole number from 0 (bytes per second), 0 = off; 240 holds",
                "ringer.handlers | sometime | it takes one of default, loops, virtual; default holds",
                "ringer.errorResponse | 501 | it takes one of close, 500; close holds",
                "ringer.accessLog.maxFiles | few | it takes a whole number from 0, 0 = all; 30 holds",
                "ringer.accessLog | xml | it takes one of off, common, combined, json; but for off with :FILE if wanted, or :- for standard output; off holds",
                "ringer.jmx | yes | it takes true or false; false holds",
                "sun.net.httpserver.disableHostValidation | maybe | it takes true or false; false holds",
                "ringer.trustedProxies | ::7,nobody | ; no proxy is trusted",
                "ringer.headTimout | 5 | there is no property of this name, perhaps ringer.headTimeout is meant",
                "ringer.HTTP2.maxstream | 5 | there is no property of this name, perhaps ringer.http2.maxStreams is meant",
                "ringer.speed | high | there is no property of this name",
            })
    void warnsOnceOfAPropertyWithoutEffect(String property, String value, String reason) throws IOException {
        String warning = "The system property " + property + "=" + value + " has no effect: ";

        List<String> warnings = messages(Level.WARNING, Map.of(property, value), SettingsLogTest::startTwo);

        assertThat(warnings.stream().filter(text -> text.startsWith(warning)))
                .singleElement()
                .asString()
                .contains(reason);
    }

    @ParameterizedTest
    @CsvSource({"no.such.Map, neither 'compact' nor 'linked'", "java.lang.String, it is no java.util.Map"})
    void warnsOfAMapThatCannotBeUsed(String name, String reason) throws IOException {
        Map<String, String> property = Map.of("ringer.headers.map", name);

        List<String> warnings = messages(Level.WARNING, property, SettingsLogTest::startTwo);

        assertThat(warnings.stream().filter(text -> text.contains("ringer.headers.map=" + name)))
                .singleElement()
                .asString()
                .contains(reason)
                .endsWith("; compact holds");
    }

    @ParameterizedTest
    @CsvSource({
        "sun.net.httpserver.pathMatcher, stringPrefix",
        "sun.net.httpserver.maxReqTime, -1",
        "ringer.banner, false",
        "ringer.accessLog.maxFiles, 11",
        "ringer.multipart.compliance, legacy"
    })
    void saysNothingOfPropertiesThatAreUsed(String property, String value) throws IOException {
        List<String> warnings = messages(Level.WARNING, Map.of(property, value), SettingsLogTest::startTwo);

        assertThat(warnings).noneMatch(text -> text.contains(property + "=" + value));
    }

    @EnabledForJreRange(max = JRE.JAVA_20, disabledReason = "there are virtual threads")
    @Test
    void warnsOfVirtualThreadsThatThereAreNot() throws IOException {
        Map<String, String> property = Map.of("ringer.handlers", "virtual");

        List<String> warnings = messages(Level.WARNING, property, SettingsLogTest::startTwo);

        assertThat(warnings.stream().filter(text -> text.startsWith("ringer.handlers=virtual has no effect: ")))
                .singleElement()
                .asString()
                .contains("default holds");
    }

    @Test
    void saysWhoServesWhereThatIsWanted() throws IOException {
        ServerOptions wanted =
                ServerOptions.builder().set(Settings.BANNER, true).build();
        try (RecordedLog log = RecordedLog.of(PROVIDER, Level.INFO);
                TestServer server = TestServer.of(
                                Ringer.create(TestServer.anyPort(), 0, wanted), Transport.CLEAR, Optional.empty())
                        .start()) {
            String port = ":" + server.server().getAddress().getPort();

            assertThat(log.records(entry -> entry.getMessage().endsWith(port)))
                    .singleElement()
                    .satisfies(entry -> assertThat(entry.getLevel()).isEqualTo(Level.INFO))
                    .satisfies(entry -> assertThat(entry.getMessage()).matches("Ringer.* serves http on .*"));
        }
    }

    @Test
    void saysNothingOtherwise() throws IOException {
        assertThat(messages(Level.INFO, Map.of(), SettingsLogTest::startTwo))
                .noneMatch(text -> text.contains(" serves "));
    }

    @InModes
    void saysWhatTheClientOfAFailedHandlerGot(Mode mode) throws IOException {
        String path = "/answered-" + mode;
        Map<String, String> answering = Map.of("ringer.errorResponse", "500");
        try (RecordedLog log = RecordedLog.from(Level.WARNING);
                TestServer server = TestServer.create(Provider.RINGER, mode, answering)
                        .handle(path, exchange -> {
                            throw new IllegalStateException("on purpose");
                        })
                        .handle(path + "-late", exchange -> {
                            exchange.sendResponseHeaders(200, 0);
                            throw new IllegalStateException("on purpose");
                        })
                        .start()) {
            assertThat(server.connect().get(path).readResponse().status()).isEqualTo(500);
            server.connect().get(path + "-late").awaitEnd(Deadlines.PATIENCE);

            Deadlines.await(
                    "both warnings",
                    () -> log.records(entry -> isOf(entry.getMessage(), path)).size() == 2);
            assertThat(log.records(entry -> isOf(entry.getMessage(), path)))
                    .extracting(entry -> entry.getMessage())
                    .containsExactlyInAnyOrder(
                            "A handler failed at " + path + "; its client gets 500",
                            "A handler failed at " + path + "-late; its connection is closed");
        }
    }

    private static boolean isOf(String message, String path) {
        return message.startsWith("A handler failed at " + path);
    }

    private interface Use {
        void of(Map<String, String> properties) throws IOException;
    }

    private static void startTwo(Map<String, String> properties) throws IOException {
        for (int i = 0; i < 2; i++) {
            TestServer.create(Provider.RINGER, Mode.NO_EXECUTOR, properties)
                    .start()
                    .close();
        }
    }

    private static List<String> messages(Level level, Map<String, String> properties, Use use) throws IOException {
        try (RecordedLog log = RecordedLog.of(PROVIDER, level)) {
            use.of(properties);
            return log.records(entry -> true).stream()
                    .map(entry -> entry.getMessage())
                    .toList();
        }
    }
}
