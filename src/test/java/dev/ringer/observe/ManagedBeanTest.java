package dev.ringer.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.LoadedClasses;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.lang.management.ManagementFactory;
import java.util.Map;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import org.junit.jupiter.api.Test;

/** Tests the statistics in JMX: enabled, disabled, and in a JVM without the module {@code java.management}. */
class ManagedBeanTest {
    private final MBeanServer beans = ManagementFactory.getPlatformMBeanServer();

    @Test
    void isThereFromStartToStop() throws Exception {
        Map<String, String> settings = Map.of("ringer.jmx", "true");
        try (TestServer server = TestServer.create(Provider.RINGER, Transport.CLEAR, Mode.NO_EXECUTOR, settings)
                .handle("/", exchange -> exchange.sendResponseHeaders(204, -1))
                .start()) {
            ObjectName name =
                    new ObjectName("dev.ringer:type=ServerStatistics,address=\"127.0.0.1:" + server.port() + "\"");
            server.connect().get("/").readResponse();

            assertThat(attribute(name, "AcceptedConnections")).isEqualTo(1L);
            assertThat(attribute(name, "Loops")).isEqualTo(1);
            assertThat(((TabularData) attribute(name, "Limits"))
                            .get(new Object[] {"MAX_EXCHANGES"})
                            .get("value"))
                    .isEqualTo(0L);
            assertThat((CompositeData[]) attribute(name, "Responses"))
                    .filteredOn(count -> count.get("protocol").equals("HTTP/1.1"))
                    .filteredOn(count -> count.get("statusClass").equals("2xx"))
                    .extracting(count -> count.get("count"))
                    .containsExactly(1L);

            server.server().stop(0);
            assertThat(beans.isRegistered(name)).isFalse();
        }
    }

    private Object attribute(ObjectName name, String attribute) throws Exception {
        return beans.getAttribute(name, attribute);
    }

    @Test
    void costsNothingWhereItIsNotWanted() {
        assertThat(LoadedClasses.ofOneRequest())
                .contains("answer 72")
                .doesNotContain("ManagedBean")
                .doesNotContain("javax.management.");
    }

    @Test
    void isMissedByNobodyWhereThereIsNoManagement() {
        assertThat(LoadedClasses.ofOneRequest("-Dringer.jmx=true", "--limit-modules", "jdk.httpserver,java.logging"))
                .contains("answer 72")
                .contains("lacks the module java.management")
                .doesNotContain("Exception: ");
    }
}
