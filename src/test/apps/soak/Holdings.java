package soak;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;

/**
 * What a JVM holds at a moment: threads, descriptors, used heap and direct memory, the latter two in bytes. Threads are
 * those of the program and its server; what the JDK starts for itself, as carriers of virtual threads and their pollers,
 * come late, stay, and are in groups of their own.
 */
public final class Holdings {
    private Holdings() {}

    public static String now() {
        System.gc();
        var system = (UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return Thread.currentThread().getThreadGroup().activeCount()
                + " " + system.getOpenFileDescriptorCount()
                + " " + ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed()
                + " " + directBytes();
    }

    private static long directBytes() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
    }
}
