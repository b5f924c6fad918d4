package dev.ringer.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that a value made in code equals the value that the text of its property means. */
class TypedSettingsTest {
    @Test
    void adminAddressOfTheLoopbackHasManyTexts() {
        AdminAddress loopback = AdminAddress.loopback(9404);

        assertThat(loopback.address()).isNull();
        assertThat(loopback.port()).isEqualTo(9404);
        for (String text : new String[] {"9404", ":9404", "localhost:9404", "LocalHost:9404", loopback.toString()}) {
            assertThat(AdminAddress.parse(text)).isEqualTo(loopback).hasSameHashCodeAs(loopback);
        }
    }

    @Test
    void adminAddressesAreTheirTexts() throws UnknownHostException {
        InetAddress ipv6 = InetAddress.getByName("2001:db8::7");

        assertThat(AdminAddress.parse("off")).isSameAs(AdminAddress.OFF);
        assertThat(AdminAddress.tcp(InetAddress.getByName("0.0.0.0"), 80)).isEqualTo(AdminAddress.parse("0.0.0.0:80"));
        assertThat(AdminAddress.tcp(ipv6, 80))
                .isEqualTo(AdminAddress.parse("[2001:db8::7]:80"))
                .isEqualTo(AdminAddress.parse(AdminAddress.tcp(ipv6, 80).toString()));
        assertThat(AdminAddress.unix(Path.of("/run/a"))).isEqualTo(AdminAddress.parse("unix:/run/a"));
        assertThat(AdminAddress.parse("unix:/run/a,mode=600")).isNotEqualTo(AdminAddress.parse("unix:/run/a"));
        assertThat(AdminAddress.parse("unix:/run/a").enabled()).isTrue();
        assertThat(AdminAddress.OFF.enabled()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 65_536})
    void portsAreFromOneOn(int port) {
        assertThatIllegalArgumentException().isThrownBy(() -> AdminAddress.loopback(port));
        assertThatIllegalArgumentException().isThrownBy(() -> ReadyPorts.of(port));
        assertThatIllegalArgumentException().isThrownBy(() -> ReadyPorts.of(80, port));
    }

    @Test
    void readyPortsAreTheirTexts() {
        assertThat(ReadyPorts.parse("auto")).isSameAs(ReadyPorts.AUTO).hasToString("auto");
        assertThat(ReadyPorts.AUTO.automatic()).isTrue();
        assertThat(ReadyPorts.parse("8080 , 8443"))
                .isEqualTo(ReadyPorts.of(8080, 8443))
                .hasToString("8080,8443");
        assertThat(ReadyPorts.parse("8080,unix:/run/a").servers()).containsExactly("8080", "unix:/run/a");
        for (String text : new String[] {"", ",", "8080,", "auto,8080", "unix:", "http", "0", "65536", "8080 8443"}) {
            assertThatIllegalArgumentException().as(text).isThrownBy(() -> ReadyPorts.parse(text));
        }
    }

    @Test
    void headersMapsAreWordsOrClassesOrFunctions() {
        assertThat(HeadersMap.parse("compact")).isSameAs(HeadersMap.COMPACT).hasToString("compact");
        assertThat(HeadersMap.COMPACT.maker()).isNull();
        assertThat(HeadersMap.parse("java.util.TreeMap"))
                .isEqualTo(HeadersMap.parse("java.util.TreeMap"))
                .isNotEqualTo(HeadersMap.parse("linked"));
        HeadersMap trees = HeadersMap.of(TreeMap::new);
        assertThat(trees).isEqualTo(trees).isNotEqualTo(HeadersMap.of(TreeMap::new));
        assertThat(trees.maker().get()).isEmpty();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HeadersMap.parse("no.such.Map"))
                .withMessageContaining("no.such.Map");
    }
}
