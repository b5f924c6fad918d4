package dev.ringer.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ringer.options.Proxies.ForwardedField;
import dev.ringer.options.Proxies.ProxyProtocol;
import dev.ringer.testkit.SystemProperties;
import java.net.InetAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProxiesTest {
    @ParameterizedTest
    @CsvSource({
        "10.0.0.7, 10.0.0.7, true",
        "10.0.0.7, 10.0.0.8, false",
        "10.0.0.0/8, 10.255.255.255, true",
        "10.0.0.0/8, 11.0.0.0, false",
        "10.0.0.0/8, 9.255.255.255, false",
        "192.168.4.0/22, 192.168.7.255, true",
        "192.168.4.0/22, 192.168.8.0, false",
        "192.168.4.0/22, 192.168.3.255, false",
        "128.0.0.0/1, 127.255.255.255, false",
        "128.0.0.0/1, 200.1.1.1, true",
        "0.0.0.0/0, 1.2.3.4, true",
        "0.0.0.0/0, ::1, false",
        "::/0, 1.2.3.4, false",
        "2001:db8::/33, 2001:db8:7fff::1, true",
        "2001:db8::/33, 2001:db8:8000::1, false",
        "::1, 0:0:0:0:0:0:0:1, true",
        "1.2.3.4, ::ffff:1.2.3.4, true",
        "::ffff:1.2.3.4, 1.2.3.4, true"
    })
    void tellsWhoIsInARange(String range, String address, boolean inside) throws Exception {
        InetAddress seen = InetAddress.getByName(address);

        assertThat(AddressRange.parse(range).contains(seen)).isEqualTo(inside);
        assertThat(Proxies.of(range).trusts(seen)).isEqualTo(inside);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "localhost | expected an IP address or a network such as 10.0.0.0/8, not localhost",
                "10.0.0.0/33 | the prefix length must be a number from 0 to 32: 10.0.0.0/33",
                "10.0.0.0/ | the prefix length must be a number from 0 to 32: 10.0.0.0/",
                "::1/129 | the prefix length must be a number from 0 to 128: ::1/129",
                "10.0.0.1/8 | all address bits after the prefix must be zero: 10.0.0.1/8"
            })
    void saysWhyARangeIsRefused(String range, String reason) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AddressRange.parse(range))
                .withMessage(reason);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "localhost",
                "10",
                "10.1",
                "10.1.2",
                "10.0.0.256",
                "010.0.0.1",
                "1.2.3.4.5",
                "1.2.3.4.",
                "10.0.0.0/",
                "10.0.0.0/33",
                "10.0.0.0/-1",
                "10.0.0.0/08",
                "10.0.0.0/8/8",
                "10.0.0.1/8",
                "::1/129",
                "2001:db8::1/32",
                "fe80::1%eth0",
                "[::1]",
                ":::",
                "1:2",
                ".::",
                "de.ad",
                "dead.beef",
                "::ffff:1.2.3.4/104",
                "1.2.3.4 ",
                "UNIX"
            })
    void refusesWhatIsNoRange(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> Proxies.of(text));
    }

    @Test
    void readsProperties() {
        Proxies proxies = with(Map.of(
                "ringer.trustedProxies", " 10.0.0.0/8 , 2001:DB8::1,unix",
                "ringer.forwardedFields", "X-Forwarded-For, x-forwarded-host",
                "ringer.proxyProtocol", "Required"));

        assertThat(proxies.trusted())
                .containsExactly(AddressRange.parse("10.0.0.0/8"), AddressRange.parse("2001:db8::1"));
        assertThat(proxies.unixTrusted()).isTrue();
        assertThat(proxies.fields())
                .containsExactlyInAnyOrder(ForwardedField.X_FORWARDED_FOR, ForwardedField.X_FORWARDED_HOST);
        assertThat(proxies.protocol()).isEqualTo(ProxyProtocol.REQUIRED);
        assertThat(with(Map.of("ringer.trustedProxies", "::1", "ringer.forwardedFields", "forwarded"))
                        .fields())
                .containsExactly(ForwardedField.FORWARDED);
        assertThat(with(Map.of("ringer.trustedProxies", "::1", "ringer.forwardedFields", "none"))
                        .fields())
                .isEmpty();
    }

    @Test
    void trustsNobodyByDefault() {
        assertThat(with(Map.of())).isEqualTo(Proxies.NONE);
        assertThat(Proxies.NONE.trusts(InetAddress.getLoopbackAddress())).isFalse();
        assertThat(Proxies.NONE.unixTrusted()).isFalse();
        assertThat(Proxies.NONE.protocol()).isEqualTo(ProxyProtocol.OFF);
    }

    @Test
    void trustsNobodyIfTheListIsEmpty() {
        assertThat(with(Map.of("ringer.trustedProxies", " , "))).isEqualTo(Proxies.NONE);
    }

    @ParameterizedTest
    @CsvSource({
        "ringer.trustedProxies, '10.0.0.0/8,10.0.0'",
        "ringer.trustedProxies, '::1,nginx.local'",
        "ringer.trustedProxies, 10.0.0.0/33",
        "ringer.trustedProxies, '::1;::2'",
        "ringer.forwardedFields, 'forwarded,x-forwarded-for'",
        "ringer.forwardedFields, 'x-forwarded-for,x-real-ip'",
        "ringer.forwardedFields, 'none,x-forwarded-for'",
    })
    void makesNoServerIfOneEntryOfAListCannotBeRead(String property, String list) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> with(properties(property, list)))
                .withMessageStartingWith(property + ": ");
    }

    @Test
    void refusesInCodeWhatContradictsItself() {
        Proxies.Builder proxies = Proxies.builder();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> proxies.fields(ForwardedField.FORWARDED, ForwardedField.X_FORWARDED_FOR));
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        Proxies.NONE.toBuilder().protocol(ProxyProtocol.ON).build());
        Proxies all = proxies.trust("::1")
                .fields(ForwardedField.FORWARDED)
                .protocol(ProxyProtocol.ON)
                .build();
        assertThat(all)
                .isEqualTo(all.toBuilder().build())
                .isNotEqualTo(all.toBuilder().fields().build())
                .isNotEqualTo(all.toBuilder().protocol(ProxyProtocol.OFF).build())
                .isNotEqualTo(all.toBuilder().trust("::2").build())
                .hasToString(
                        "Proxies[trusted=[0:0:0:0:0:0:0:1/128], unixTrusted=false, fields=[FORWARDED], protocol=ON]");
    }

    @ParameterizedTest
    @CsvSource({"::1, yes", "::1, ''", "'', on", "' , ', required"})
    void makesNoServerWithoutTheProxyProtocolThatIsWanted(String trusted, String protocol) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> with(Map.of("ringer.trustedProxies", trusted, "ringer.proxyProtocol", protocol)))
                .withMessageStartingWith("ringer.proxyProtocol: ");
    }

    private static Map<String, String> properties(String property, String list) {
        Map<String, String> properties = new HashMap<>(Map.of("ringer.trustedProxies", "::1"));
        properties.put(property, list);
        return properties;
    }

    private static Proxies with(Map<String, String> properties) {
        return during(properties, () -> ServerOptions.fromSystemProperties().get(Settings.PROXIES));
    }

    private static <T> T during(Map<String, String> properties, Supplier<T> reading) {
        try (SystemProperties ignored = SystemProperties.with(properties)) {
            return reading.get();
        }
    }
}
