package dev.ringer.testkit;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Sets system properties until it is closed, and then restores their former values. Test classes run in parallel, so
 * {@link #with} waits until no other test has set properties.
 */
public final class SystemProperties implements AutoCloseable {
    private static final ReentrantLock TURN = new ReentrantLock();

    private final Map<String, String> former = new HashMap<>();

    private SystemProperties() {}

    /** Sets all of these properties. */
    public static SystemProperties with(Map<String, String> settings) {
        TURN.lock();
        SystemProperties properties = new SystemProperties();
        settings.forEach((key, value) -> properties.former.put(key, System.setProperty(key, value)));
        return properties;
    }

    /** Sets no property, and keeps those of other tests away: for the creation of a server with its defaults. */
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
