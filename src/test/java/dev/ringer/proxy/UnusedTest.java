package dev.ringer.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.LoadedClasses;
import org.junit.jupiter.api.Test;

/** Tests that unused support for proxies costs nothing: without trusted proxies, none of its classes is loaded. */
class UnusedTest {
    private static final String OF_PROXIES = "dev.ringer.internal.proxy.";

    @Test
    void loadsNothingForProxiesThatAreNotThere() {
        assertThat(LoadedClasses.ofOneRequest())
                .contains("answer 72")
                .doesNotContain(OF_PROXIES, "dev.ringer.options.AddressRange");
    }

    @Test
    void loadsItWhereItIsSet() {
        assertThat(LoadedClasses.ofOneRequest("-Dringer.trustedProxies=10.0.0.0/8", "-Dringer.proxyProtocol=on"))
                .contains("answer 72", OF_PROXIES + "ProxyProtocolStage");
    }
}
