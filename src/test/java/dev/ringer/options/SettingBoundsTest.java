package dev.ringer.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ringer.Ringer;
import dev.ringer.testkit.SystemProperties;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.math.BigInteger;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Tests each setting of a number or a time at its least and its greatest value, and one beyond each. */
class SettingBoundsTest {
    private static final long INT = Integer.MAX_VALUE;
    private static final long LONG = Long.MAX_VALUE;

    /** Values one beyond the bounds become {@code below} and {@code above}, or are refused if these are null. */
    private record Bounds(long least, long greatest, Long below, Long above) {
        Bounds(long least, long greatest) {
            this(least, greatest, null, null);
        }
    }

    /** The bounds of properties that differ from the bounds in code, often to match the JDK's properties. */
    private static final Map<String, Bounds> AS_TEXT = Map.of(
            "maxRequestHeaderSize", new Bounds(1, 1 << 24, 1L << 24, 1L << 24),
            "maxConnections", new Bounds(0, INT, 0L, null),
            "maxIdleConnections", new Bounds(1, INT, -1L, null),
            "idleInterval", new Bounds(1, LONG));

    static final List<? extends Named<?>> NUMBERS = Settings.all().stream()
            .filter(setting -> setting.defaultValue() instanceof Long || isTime(setting))
            .map(setting -> Named.of(setting.name(), setting))
            .toList();

    private static boolean isTime(Setting<?> setting) {
        return setting.defaultValue() instanceof Duration;
    }

    private static Bounds inCode(Setting<?> setting) {
        if (isTime(setting)) {
            return new Bounds(0, LONG);
        }
        Domain.Numbers numbers = setting.domain() instanceof Domain.JdkNumbers ofJdk
                ? ofJdk.inCode()
                : (Domain.Numbers) setting.domain();
        boolean zeroIsBelow = numbers.zeroIsMax() && numbers.min() == 1;
        return new Bounds(numbers.min(), numbers.max(), zeroIsBelow ? numbers.max() : null, null);
    }

    private static Bounds asText(Setting<?> setting) {
        Bounds bounds = AS_TEXT.getOrDefault(setting.name(), inCode(setting));
        return isTime(setting) && bounds.least == 0
                ? new Bounds(0, LONG, 0L, null) // a negative time counts as zero
                : bounds;
    }

    private static Object value(Setting<?> setting, long number) {
        ChronoUnit unit = setting == Settings.DRAIN_TIMEOUT ? ChronoUnit.MILLIS : ChronoUnit.SECONDS;
        return isTime(setting) ? Duration.of(number, unit) : number;
    }

    // ---- in code

    @ParameterizedTest
    @FieldSource("NUMBERS")
    void codeTakesTheBoundsAndNothingBeyond(Setting<?> setting) {
        Bounds bounds = inCode(setting);

        codeTakes(setting, bounds.least, bounds.least);
        codeTakes(setting, bounds.greatest, bounds.greatest);
        codeTakes(setting, bounds.least - 1, bounds.below);
        if (bounds.greatest < LONG && !isTime(setting)) { // no value exists beyond the other bounds
            codeTakes(setting, bounds.greatest + 1, bounds.above);
        }
    }

    private static void codeTakes(Setting<?> setting, long number, Long meaning) {
        ServerOptions.Builder builder = ServerOptions.builder();
        if (meaning == null) {
            assertThatThrownBy(() -> set(builder, setting, number))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(setting.name());
            assertThat(builder.build().get(setting)).isEqualTo(setting.defaultValue());
        } else {
            set(builder, setting, number);
            assertThat(builder.build().get(setting)).isEqualTo(value(setting, meaning));
        }
    }

    @SuppressWarnings("unchecked") // the value has the type of the setting
    private static <T> void set(ServerOptions.Builder builder, Setting<T> setting, long number) {
        builder.set(setting, (T) value(setting, number));
    }

    // ---- as properties

    @ParameterizedTest
    @FieldSource("NUMBERS")
    void thePropertyTakesTheBoundsAndNothingBeyond(Setting<?> setting) {
        Bounds bounds = asText(setting);

        propertyTakes(setting, BigInteger.valueOf(bounds.least), bounds.least);
        propertyTakes(setting, BigInteger.valueOf(bounds.greatest), bounds.greatest);
        propertyTakes(setting, BigInteger.valueOf(bounds.least).subtract(BigInteger.ONE), bounds.below);
        propertyTakes(setting, BigInteger.valueOf(bounds.greatest).add(BigInteger.ONE), bounds.above);
    }

    private static void propertyTakes(Setting<?> setting, BigInteger number, Long meaning) {
        Object expected = meaning == null ? setting.defaultValue() : value(setting, meaning);
        if (setting == Settings.MAX_IDLE_CONNECTIONS && meaning == null) {
            expected = 200L; // as on the JDK's server
        }
        try (SystemProperties ignored = SystemProperties.with(Map.of(setting.property(), number.toString()))) {
            dev.ringer.options.SystemProperties properties = dev.ringer.options.SystemProperties.ofAll();
            if (meaning == null && setting.property().startsWith("ringer.")) {
                assertThatThrownBy(properties::values)
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageStartingWith(setting.property() + ": invalid value \"" + number + "\": expected ");
                return;
            }

            assertThat(new ServerOptions(properties.values()).get(setting))
                    .as("%s", number)
                    .isEqualTo(expected);
            assertThat(properties.ignored().containsKey(setting.property()))
                    .as("%s is ignored", number)
                    .isEqualTo(meaning == null);
        }
    }

    // ---- at work

    @ParameterizedTest
    @FieldSource("NUMBERS")
    void aServerWorksAtTheBounds(Setting<?> setting) throws IOException {
        Bounds bounds = inCode(setting);

        serves(setting, bounds.least);
        if (setting != Settings.LOOPS) { // 1,024 threads test no more than a few do
            serves(setting, bounds.greatest);
        }
    }

    private static void serves(Setting<?> setting, long number) throws IOException {
        ServerOptions.Builder builder = ServerOptions.builder();
        set(builder, setting, number);
        boolean noHeadIsSoSmall = setting == Settings.MAX_REQUEST_HEADER_SIZE && number == 1;
        try (TestServer server = TestServer.of(
                        Ringer.create(TestServer.anyPort(), 0, builder.build()), Transport.CLEAR, Optional.empty())
                .handle("/", exchange -> exchange.sendResponseHeaders(204, -1))
                .start()) {
            String request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
            assertThat(server.connect().send(request).readResponse().status())
                    .as("%s=%s", setting.name(), number)
                    .isEqualTo(noHeadIsSoSmall ? 431 : 204);
        }
    }
}
