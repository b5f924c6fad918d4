package dev.ringer.internal.server;

import dev.ringer.internal.observe.ServerLog;
import dev.ringer.observe.ServerStatistics;
import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * Registers a server's statistics as an MBean. Only this class and {@link OpenStatistics} need the module {@code java.management}. The JVM loads
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
                    "dev.ringer:type=ServerStatistics,address=" + ObjectName.quote(statistics.address()));
            ManagementFactory.getPlatformMBeanServer().registerMBean(new OpenStatistics(statistics), name);
            return new ManagedBean(name);
        } catch (JMException | RuntimeException e) {
            ServerLog.unavailable("Cannot register the MBean with the statistics of the server on "
                    + statistics.address() + ": " + e);
            return null;
        }
    }

    void unregister() {
        try {
            ManagementFactory.getPlatformMBeanServer().unregisterMBean(name);
        } catch (JMException | RuntimeException e) {
            ServerLog.trace("The MBean " + name + " was already unregistered", e);
        }
    }
}
