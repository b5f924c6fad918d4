package dev.ringer.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ringer.process.JavaCommand;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.SystemProperties;
import java.io.File;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that addresses which cannot be bound cause the exceptions of the JDK's server, and say which address it is. */
@Execution(ExecutionMode.CONCURRENT)
class BindFailureTest {
    private static final String CLASSES = String.join(File.pathSeparator, "target/classes", "target/test-classes");

    @ParameterizedTest
    @ValueSource(strings = {"-Djava.net.preferIPv4Stack=true", "-Djava.net.preferIPv6Addresses=true"})
    void throwsWhatTheJdkThrows(String option) {
        List<String> ringer = attempts(Provider.RINGER, option);

        assertThat(ringer).hasSize(7).isEqualTo(attempts(Provider.JDK, option));
    }

    private static List<String> attempts(Provider provider, String option) {
        return JavaCommand.java(
                        option,
                        "--add-exports=jdk.httpserver/sun.net.httpserver=ALL-UNNAMED",
                        "-cp",
                        CLASSES,
                        BindMain.class.getName(),
                        provider)
                .output()
                .lines()
                .filter(line -> line.startsWith("attempt "))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "::1", "0.0.0.0", "localhost"})
    void namesTheAddressInUse(String host) throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName(host));
                SystemProperties ignored = SystemProperties.none()) {
            InetSocketAddress address = new InetSocketAddress(host, taken.getLocalPort());
            String numbers = host.equals("::1")
                    ? "[0:0:0:0:0:0:0:1]"
                    : address.getAddress().getHostAddress();

            assertThatThrownBy(() -> Provider.RINGER.open().createHttpServer(address, 0))
                    .isExactlyInstanceOf(BindException.class)
                    .hasMessageStartingWith("Address already in use: ")
                    .hasMessageEndingWith(" " + numbers + ":" + taken.getLocalPort());
        }
    }
}
