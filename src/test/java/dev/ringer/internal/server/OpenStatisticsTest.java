package dev.ringer.internal.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.observe.ServerStatistics;
import javax.management.MBeanAttributeInfo;
import org.junit.jupiter.api.Test;

/** Tests what JConsole and similar tools show about the attributes of a server's MBean. */
class OpenStatisticsTest {
    @Test
    void mbeanDescribesEachAttribute() {
        MBeanAttributeInfo[] attributes =
                new OpenStatistics(null).getMBeanInfo().getAttributes();

        assertThat(attributes).hasSameSizeAs(ServerStatistics.class.getMethods());
        assertThat(attributes)
                .allSatisfy(attribute -> assertThat(attribute.getDescription()).matches("[A-Z].* .*[^.]"));
    }
}
