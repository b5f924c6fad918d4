package dev.ringer.testkit;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * System properties that hold until the end of a block; the former values come back afterwards. Test classes run side by
 * side, so one block at a time has its properties.
 */
public final class SystemProperties implements AutoCloseable {
    private static final ReentrantLock TURN = new ReentrantLock();

    private final Map<String, String> former = new HashMap<>();

    private SystemProperties() {}

    /** Sets all of these; a key without a value does not exist here. */
    public static SystemProperties with(Map<String, String> settings) {
        TURN.lock();
        SystemProperties properties = new SystemProperties();
        settings.forEach((key, value) -> properties.former.put(key, System.setProperty(key, value)));
        return properties;
    }

    /** Sets nothing, and keeps out the properties of the other tests: for the creation of a server with its defaults. */
    public static SystemProperties none() {
        return with(Map.of());
    }

    @Override
    public void close() {
        former.forEach((key, value) -> {
            if (value == null) {
                System.clearProperty(key);
            } else {
                System.setProperty(key, value);
            }
        });
        TURN.unlock();
    }
}
