package soak;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * What a JVM holds at a moment: threads, descriptors, used heap, direct memory, and what its servers count for their clients
 * ({@code -Dringer.jmx=true}), the latter three in bytes. Threads are those of the program and its server; what the JDK starts for
 * itself, as carriers of virtual threads and their pollers, come late, stay, and are in groups of their own.
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
