package dev.ringer.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.files.CommandLine.Refused;
import dev.ringer.testkit.SystemProperties;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the command line of {@code java -jar ringer.jar}: its options, and its error messages of one line. */
class CommandLineTest {
    @TempDir
    private Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(Object... arguments) {
        String[] words =
                java.util.Arrays.stream(arguments).map(Object::toString).toArray(String[]::new);
        try (SystemProperties ignored = SystemProperties.none()) {
            return FileServer.run(
                    new PrintStream(out, true, StandardCharsets.UTF_8),
                    new PrintStream(err, true, StandardCharsets.UTF_8),
                    words);
        }
    }

    private String error() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void defaultsAreThoseOfJwebserver() throws Refused {
        CommandLine line = CommandLine.of();

        assertThat(line.folder).isEqualTo(Path.of(""));
        assertThat(line.address.isLoopbackAddress()).isTrue();
        assertThat(line.port).isEqualTo(8000);
        assertThat(line.keyStore).isNull();
        assertThat(line.listing && line.logging).isTrue();
    }

    @Test
    void optionsHaveTwoNames() throws Refused {
        CommandLine line = CommandLine.of("-d", "x", "--port", "0", "-b", "0.0.0.0", "-o", "none", "--no-listing");

        assertThat(line)
                .usingRecursiveComparison()
                .isEqualTo(CommandLine.of(
                        "--directory",
                        "x",
                        "-p",
                        "0",
                        "--bind-address",
                        "0.0.0.0",
                        "--output",
                        "none",
                        "--no-listing"));
        assertThat(line.folder).isEqualTo(Path.of("x"));
        assertThat(line.listing || line.logging).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        3600                       | **        | max-age=3600
        0                          | **        | no-cache
        assets/**=31536000         | assets/** | max-age=31536000
        /assets/**=31536000        | assets/** | max-age=31536000
        *.html=0                   | *.html    | no-cache
        *.{js,css}=public, max-age=60, immutable | *.{js,css} | public, max-age=60, immutable
        """)
    void cacheRulesTakeSecondsOrAWholeValue(String rule, String glob, String value) throws Refused {
        assertThat(CommandLine.of("--cache", "a=1", "--cache", rule).cacheRules)
                .containsExactly(new CommandLine.CacheRule("a", "max-age=1"), new CommandLine.CacheRule(glob, value));
    }

    @Test
    void versionIsToldInsteadOfServing() {
        assertThat(run("--version")).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8))
                .startsWith("ringer ")
                .endsWith(", Java " + System.getProperty("java.version") + System.lineSeparator());
    }

    @Test
    void helpIsToldInsteadOfServing() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8))
                .startsWith("Ringer is an engine for com.sun.net.httpserver")
                .contains("Usage: java -jar ringer.jar [options]")
                .contains("--tls", "-p, --port");
        assertThat(error()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        --prot 80  | unknown option: --prot
        site       | unknown option: site
        -p         | -p needs a value
        -p 80x     | --port: expected a port from 0 to 65535, not 80x
        -p 65536   | --port: expected a port from 0 to 65535, not 65536
        -p -1      | --port: expected a port from 0 to 65535, not -1
        -o loud    | --output: expected info or none, not loud
        --cache public | --cache: expected SECONDS, GLOB=SECONDS or GLOB=VALUE, not public
        --cache /=60   | --cache: expected SECONDS, GLOB=SECONDS or GLOB=VALUE, not /=60
        --cache =60    | --cache: expected SECONDS, GLOB=SECONDS or GLOB=VALUE, not =60
        --cache *.js=  | --cache: expected SECONDS, GLOB=SECONDS or GLOB=VALUE, not *.js=
        --cache [a=60  | --cache: invalid glob pattern: [a; check its brackets and braces
        --charset none | --charset: unknown character set: none; use a name such as utf-8
        --charset ?    | --charset: unknown character set: ?; use a name such as utf-8
        --cert a   | --cert and --key must be used together
        --key a    | --cert and --key must be used together
        --cert a --key b --tls c | --cert and --tls cannot be used together
        """)
    void aWrongCommandEndsWithTwo(String line, String message) {
        assertThat(run((Object[]) line.split(" "))).isEqualTo(2);
        assertThat(error()).isEqualTo("ringer: " + message + " (see --help)" + System.lineSeparator());
    }

    @Test
    void whatCannotBeServedEndsWithOne() throws IOException {
        assertThat(run("-d", folder.resolve("missing"))).isEqualTo(1);
        assertThat(error()).startsWith("ringer: no such folder: ").hasLineCount(1);
    }

    @Test
    void aPortInUseIsNamed() throws IOException {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            assertThat(run("-d", folder, "-b", "127.0.0.1", "-p", other.getLocalPort()))
                    .isEqualTo(1);
            assertThat(error())
                    .startsWith("ringer: cannot listen on 127.0.0.1 port " + other.getLocalPort() + ": ")
                    .hasLineCount(1);
        }
    }

    @Test
    void aSettingThatCannotBeReadIsNamed() {
        try (SystemProperties ignored = SystemProperties.with(Map.of(
                "com.sun.net.httpserver.HttpServerProvider", "dev.ringer.RingerProvider",
                "ringer.maxBodySize", "10x"))) {
            assertThat(run("-d", folder, "-b", "127.0.0.1", "-p", 0)).isEqualTo(1);
        }

        assertThat(error())
                .startsWith("ringer: ringer.maxBodySize: invalid value \"10x\": expected ")
                .hasLineCount(1);
    }

    @Test
    void anAddressOfAnotherMachineIsNamed() {
        assertThat(run("-d", folder, "-b", "192.0.2.1", "-p", 0)).isEqualTo(1);
        assertThat(error())
                .startsWith("ringer: cannot listen on 192.0.2.1 port 0: ")
                .hasLineCount(1);
    }

    @Test
    void pemFilesThatCannotBeUsedAreNamed() {
        Path samples = Path.of("src/test/resources/dev/ringer/tls");

        assertThat(run("-d", folder, "-p", 0, "--cert", samples.resolve("ec.crt"), "--key", folder.resolve("missing")))
                .isEqualTo(1);
        assertThat(error())
                .isEqualTo("ringer: " + folder.resolve("missing") + " does not exist" + System.lineSeparator());
        err.reset();
        assertThat(run(
                        "-d",
                        folder,
                        "-p",
                        0,
                        "--cert",
                        samples.resolve("expired.crt"),
                        "--key",
                        samples.resolve("expired.pem")))
                .isEqualTo(1);
        assertThat(error()).contains("for CN=expired expired on ").hasLineCount(1);
    }

    @Test
    void aKeyStoreThatCannotBeUsedIsNamed() throws IOException {
        Path broken = Files.writeString(folder.resolve("broken.p12"), "no key store");
        Path password = Files.writeString(folder.resolve("password"), "changeit\n");

        assertThat(run("-d", folder, "-p", 0, "--tls", folder.resolve("missing.p12")))
                .isEqualTo(1);
        assertThat(error()).startsWith("ringer: no such key store: ").hasLineCount(1);
        err.reset();
        assertThat(run("-d", folder, "-p", 0, "--tls", broken, "--password-file", folder.resolve("none")))
                .isEqualTo(1);
        assertThat(error()).startsWith("ringer: ").contains(" does not exist").hasLineCount(1);
        err.reset();
        assertThat(run("-d", folder, "-p", 0, "--tls", broken, "--password-file", password))
                .isEqualTo(1);
        assertThat(error()).startsWith("ringer: cannot ").contains("broken.p12").hasLineCount(1);
    }
}
