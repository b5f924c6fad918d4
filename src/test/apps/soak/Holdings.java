package soak;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;

/** What a JVM holds at a moment: threads, descriptors, used heap and direct memory, the latter two in bytes. */
final class Holdings {
    private Holdings() {}

    static String now() {
        System.gc();
        var system = (UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return ManagementFactory.getThreadMXBean().getThreadCount()
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
