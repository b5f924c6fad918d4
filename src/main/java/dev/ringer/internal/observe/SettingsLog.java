package dev.ringer.internal.observe;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What the logger {@code dev.ringer} says: which settings have no effect, each once in the life of the JVM, and who serves.
 * Nothing of it is loaded where there is nothing to say. Thread-safe.
 */
public final class SettingsLog {
    private static final Logger LOGGER = System.getLogger("dev.ringer");
    private static final int MAX_TOLD = 1_000; // a program may make up values without end
    private static final Set<String> TOLD = ConcurrentHashMap.newKeySet();

    private SettingsLog() {}

    /**
     * A system property is set that has no effect.
     *
     * @param property its name
     * @param reason why, which values it takes, and what holds instead
     */
    public static void propertyIgnored(String property, String reason) {
        warn("The system property " + property + "=" + System.getProperty(property) + " has no effect: " + reason);
    }

    /**
     * A setting has no effect.
     *
     * @param text a sentence, told unless it has been
     */
    public static void warn(String text) {
        String line = LogText.line(text);
        if (TOLD.size() < MAX_TOLD && TOLD.add(line)) {
            log(Level.WARNING, line);
        }
    }

    /**
     * A server has started whose operator wants to know it.
     *
     * @param text who serves, and where
     */
    public static void banner(String text) {
        log(Level.INFO, LogText.line(text));
    }

    /** Logs, or does not: a log that fails must not keep a server from starting. */
    private static void log(Level level, String line) {
        try {
            LOGGER.log(level, line);
        } catch (RuntimeException | LinkageError ignored) { // a log handler throws: that cannot be logged
        }
    }
}
