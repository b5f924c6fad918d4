package dev.ringer.internal.server;

import dev.ringer.internal.observe.ServerLog;
import dev.ringer.observe.ServerStatistics;
import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.StandardMBean;

/**
 * Registers a server's statistics as an MXBean. Only this class needs the module {@code java.management}. The JVM loads
 * this class only if the setting {@code jmx} is on.
 */
final class ManagedBean {
    private final ObjectName name;

    private ManagedBean(ObjectName name) {
        this.name = name;
    }

    /** Registers statistics under a name with the server's address. If that fails, logs a warning and returns null. */
    static ManagedBean registered(ServerStatistics statistics) {
        try {
            ObjectName name = new ObjectName(
                    "dev.ringer:type=ServerStatistics,address=" + ObjectName.quote(statistics.getAddress()));
            ManagementFactory.getPlatformMBeanServer()
                    .registerMBean(new StandardMBean(statistics, ServerStatistics.class, true), name);
            return new ManagedBean(name);
        } catch (JMException | RuntimeException e) {
            ServerLog.unavailable("The server's statistics cannot be registered as an MXBean: " + e);
            return null;
        }
    }

    void unregister() {
        try {
            ManagementFactory.getPlatformMBeanServer().unregisterMBean(name);
        } catch (JMException | RuntimeException e) {
            ServerLog.trace("An MXBean was gone before its server", e);
        }
    }
}
