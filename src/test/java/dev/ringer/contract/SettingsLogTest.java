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
                "sun.net.httpserver.readTimeout | 5 | obsolete; the JDK no longer reads it either, so remove it",
                "sun.net.httpserver.pathMatcher | some prefix | invalid value \"some prefix\": expected one of pathPrefix, stringPrefix; ",
                "sun.net.httpserver.pathMatcher | '' | invalid value \"\": expected one of pathPrefix, stringPrefix; ",
                "sun.net.httpserver.idleInterval | -17 | invalid value \"-17\": expected a whole number of seconds,"
                        + " at least 1, or a time such as 150ms, 20s, 2min or 1h; using 30",
                "ringer.handlers | sometime | invalid value \"sometime\": expected one of default, loops, virtual; using default",
                "ringer.errorResponse | 501 | invalid value \"501\": expected one of close, 500; using close",
                "ringer.accessLog.maxFiles | few | invalid value \"few\": expected a whole number (0 = keep all); using 30",
                "ringer.accessLog | xml | invalid value \"xml\": expected off, or common, combined or json, optionally"
                        + " followed by :FILE or :- (standard output); using off",
                "ringer.jmx | yes | invalid value \"yes\": expected true or false; using false",
                "sun.net.httpserver.disableHostValidation | maybe | invalid value \"maybe\": expected true or false; using false",
                "ringer.headTimout | 5 | unknown property; did you mean ringer.headTimeout?",
                "ringer.HTTP2.maxstream | 5 | unknown property; did you mean ringer.http2.maxStreams?",
                "ringer.idleTimeout | 5 | unknown property; did you mean sun.net.httpserver.idleInterval?",
                "ringer.speed | high | unknown property",
            })
    void warnsOnceOfAPropertyWithoutEffect(String property, String value, String reason) throws IOException {
        List<String> warnings = messages(Level.WARNING, Map.of(property, value), SettingsLogTest::startTwo);

        assertThat(warnings)
                .filteredOn(text -> text.startsWith(property + ": " + reason))
                .hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({
        "no.such.Map, 'neither compact, linked nor a class'",
        "java.lang.String, it does not implement java.util.Map"
    })
    void warnsOfAMapThatCannotBeUsed(String name, String reason) throws IOException {
        Map<String, String> property = Map.of("ringer.headers.map", name);

        List<String> warnings = messages(Level.WARNING, property, SettingsLogTest::startTwo);

        assertThat(warnings.stream()
                        .filter(text -> text.startsWith("ringer.headers.map: invalid value \"" + name + '"')))
                .singleElement()
                .asString()
                .contains(reason)
                .endsWith("; using compact");
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

        assertThat(warnings).noneMatch(text -> text.startsWith(property) && text.contains(value));
    }

    @EnabledForJreRange(max = JRE.JAVA_20, disabledReason = "there are virtual threads")
    @Test
    void warnsOfVirtualThreadsThatThereAreNot() throws IOException {
        Map<String, String> property = Map.of("ringer.handlers", "virtual");

        List<String> warnings = messages(Level.WARNING, property, SettingsLogTest::startTwo);

        assertThat(warnings.stream().filter(text -> text.startsWith("ringer.handlers=virtual needs JDK 21")))
                .singleElement()
                .asString()
                .contains("using ringer.handlers=default");
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
                            "The handler at " + path + " failed; sent 500",
                            "The handler at " + path + "-late failed; closed the connection");
        }
    }

    private static boolean isOf(String message, String path) {
        return message.startsWith("The handler at " + path);
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
