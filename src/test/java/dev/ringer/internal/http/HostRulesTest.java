package dev.ringer.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which values are valid hosts. An application may make a link or a file name of a host. */
class HostRulesTest {
    private static boolean isValid(String host) {
        byte[] bytes = ("<" + host + ">").getBytes(StandardCharsets.ISO_8859_1);
        return HostRules.isValid(bytes, 1, bytes.length - 1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ":",
                ":80",
                "a",
                "a.b-c_d~e",
                "a:",
                "a:0",
                "a:80",
                "a:00080",
                "a:65535",
                "127.0.0.1:8080",
                "a%20b",
                "%C3%a4",
                "x!$&'()*+;=y",
                "[::]",
                "[::1]:80",
                "[1::]",
                "[1::8]",
                "[1:2:3:4:5:6:7:8]",
                "[1:2:3:4:5:6:7::]",
                "[::2:3:4:5:6:7:8]",
                "[2001:DB8::ff00:42]",
                "[::ffff:192.0.2.1]",
                "[1:2:3:4:5:6:0.0.0.255]",
                "[fe80::1%eth0]",
                "[fe80::1%25eth0]:8080"
            })
    void takesHosts(String host) {
        assertThat(isValid(host)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a:99999",
                "a:65536",
                "a:000080",
                "a:b",
                "a:8 0",
                "a:-1",
                "a:80:80",
                "a%zz",
                "a%4",
                "a%",
                "%",
                "a,b",
                "a b",
                "a/b",
                "a?b",
                "u@a",
                "<a>",
                "a\u00e4",
                "[javascript:alert(1)]",
                "[]",
                "[",
                "[::1",
                "::1",
                "[::1]a",
                "[a]",
                "[:]",
                "[:::]",
                "[:1]",
                "[1:]",
                "[1::2::3]",
                "[1:2:3:4:5:6:7]",
                "[1:2:3:4:5:6:7:8:9]",
                "[1:2:3:4::5:6:7:8]",
                "[12345::]",
                "[g::]",
                "[127.0.0.1]",
                "[::1.2.3]",
                "[::1.2.3.4.5]",
                "[::1.2.3.256]",
                "[::1.2.3.04]",
                "[::1.2.3.4:5]",
                "[1:2:3:4:5:6:7:1.2.3.4]",
                "[::1%]",
                "[::1%a b]",
                "[v1.a]",
                "[[::1]]"
            })
    void takesNothingElse(String host) {
        assertThat(isValid(host)).isFalse();
    }
}
