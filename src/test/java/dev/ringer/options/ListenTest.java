package dev.ringer.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ringer.RingerProvider;
import dev.ringer.testkit.SystemProperties;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ListenTest {
    private static final InetSocketAddress ANY = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "unix:/run/app.sock                     | /run/app.sock   | rw-rw---- |",
                "unix:/run/app.sock,mode=600            | /run/app.sock   | rw------- |",
                "unix:/run/app.sock,mode=0777           | /run/app.sock   | rwxrwxrwx |",
                "unix:/run/app.sock,mode=640,group=www  | /run/app.sock   | rw-r----- | www",
                "unix:/run/app.sock,group=www           | /run/app.sock   | rw-rw---- | www",
                "unix:/run/app.sock,group=www,mode=640  | /run/app.sock   | rw-r----- | www"
            })
    void readsUnixSockets(String text, String path, String permissions, String group) {
        Listen listen = Listen.parse(text);

        assertThat(listen.kind()).isEqualTo(Listen.Kind.UNIX);
        assertThat(listen.path()).isEqualTo(Path.of(path).toAbsolutePath());
        assertThat(PosixFilePermissions.toString(listen.permissions())).isEqualTo(permissions);
        assertThat(listen.group()).isEqualTo(group);
    }

    @Test
    void makesPathsAbsolute() {
        assertThat(Listen.parse("unix:app.sock").path()).isAbsolute();
        assertThat(Listen.unix(Path.of("app.sock"))).isEqualTo(Listen.parse("unix:app.sock"));
    }

    @Test
    void isSetInCodeAsByTheProperty() {
        Listen listen = Listen.unixBuilder(Path.of("/run/app.sock"))
                .permissions(PosixFilePermissions.fromString("rw-r-----"))
                .group("www")
                .build();

        assertThat(listen)
                .isEqualTo(Listen.parse("unix:/run/app.sock,mode=640,group=www"))
                .isNotEqualTo(Listen.parse("unix:/run/app.sock,mode=640"))
                .isNotEqualTo(Listen.parse("unix:/run/app.sock,group=www"))
                .isNotEqualTo(Listen.parse("unix:/run/other.sock,mode=640,group=www"))
                .hasToString("Listen[kind=UNIX, path="
                        + Path.of("/run/app.sock").toAbsolutePath() + ", permissions=rw-r-----, group=www]");
    }

    @Test
    void otherSocketsHaveNoFile() {
        for (Listen other : List.of(Listen.tcp(), Listen.inherited())) {
            assertThat(other.path()).isNull();
            assertThat(other.permissions()).isEmpty();
            assertThat(other.group()).isNull();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "unix:",
                "unix",
                "/run/app.sock",
                "tcp:80",
                "Inherited",
                "unix:/a,mode=7777",
                "unix:/a,mode=66",
                "unix:/a,mod=660",
                "unix:/a,group=",
                "unix:/a,",
                "unix:/a,,mode=660",
                "unix:/a,mode=660,mode=666",
                "unix:/a,b.sock",
                "unix:a\0b"
            })
    void refusesOtherForms(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> Listen.parse(text));
        try (SystemProperties ignored = SystemProperties.with(Map.of("ringer.listen", text))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(ServerOptions::fromSystemProperties)
                    .withMessageStartingWith("ringer.listen: invalid value ");
            assertThatIOException()
                    .isThrownBy(() -> new RingerProvider().createHttpServer(ANY, 0))
                    .withMessageStartingWith("ringer.listen: invalid value ");
        }
    }

    @Test
    void readsTheProperty() {
        assertThat(ServerOptions.builder().build().get(Settings.LISTEN)).isEqualTo(Listen.tcp());
        assertThat(ignored("inherited")).isEmpty();
        try (SystemProperties ignored = SystemProperties.with(Map.of("ringer.listen", "inherited"))) {
            assertThat(ServerOptions.fromSystemProperties().get(Settings.LISTEN))
                    .isEqualTo(Listen.inherited());
        }
    }

    private static List<String> ignored(String value) {
        try (SystemProperties ignored = SystemProperties.with(Map.of("ringer.listen", value))) {
            return List.copyOf(
                    dev.ringer.options.SystemProperties.ofAll().ignored().keySet());
        }
    }
}
