package soak;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * Measures what a JVM holds: threads, descriptors, used heap, direct memory, and the memory that its servers count for
 * their clients. The last three are in bytes. The last one needs {@code -Dringer.jmx=true}.
 *
 * <p>Threads are those of the program and its server. The JDK's own threads are in other thread groups and do not
 * count. Carriers of virtual threads and their pollers, for example, start late and stay.
 */
public final class Holdings {
    private Holdings() {}

    public static String now() throws JMException {
        System.gc();
        var system = (UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return Thread.currentThread().getThreadGroup().activeCount()
                + " " + system.getOpenFileDescriptorCount()
                + " " + ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed()
                + " " + directBytes()
                + " " + countedBytes();
    }

    private static long countedBytes() throws JMException {
        var beans = ManagementFactory.getPlatformMBeanServer();
        var counted = 0L;
        for (var server : beans.queryNames(new ObjectName("dev.ringer:type=ServerStatistics,*"), null)) {
            counted += (long) beans.getAttribute(server, "BufferedMemory");
        }
        return counted;
    }

    private static long directBytes() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
    }
}
