package dev.ringer.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.process.JavaCommand;
import java.io.File;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What nobody uses costs nothing: a server without trusted proxies loads nothing for them. */
class UnusedTest {
    private static final String CLASSES = String.join(File.pathSeparator, "target/classes", "target/test-classes");
    private static final String OF_PROXIES = "dev.ringer.internal.proxy.";

    @Test
    void loadsNothingForProxiesThatAreNotThere() {
        assertThat(outputWith()).contains("answer 72").doesNotContain(OF_PROXIES, "dev.ringer.options.AddressRange");
    }

    @Test
    void loadsItWhereItIsSet() {
        assertThat(outputWith("-Dringer.trustedProxies=10.0.0.0/8", "-Dringer.proxyProtocol=on"))
                .contains("answer 72", OF_PROXIES + "ProxyProtocolStage");
    }

    private static String outputWith(String... properties) {
        List<Object> arguments = new ArrayList<>(List.of(properties));
        arguments.addAll(List.of(
                "-Xlog:class+load:stdout",
                "-Dcom.sun.net.httpserver.HttpServerProvider=dev.ringer.RingerProvider",
                "-cp",
                CLASSES,
                "dev.ringer.http2.UnusedMain",
                "request"));
        return JavaCommand.java(arguments.toArray()).output();
    }
}
