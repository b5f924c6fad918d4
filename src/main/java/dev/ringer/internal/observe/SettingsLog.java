package dev.ringer.internal.observe;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Writes to the logger {@code dev.ringer} which settings have no effect, each once in the life of the JVM, and which
 * servers have started. The JVM does not load this class if there is nothing to log. Thread-safe.
 */
public final class SettingsLog {
    private static final Logger LOGGER = System.getLogger("dev.ringer");
    private static final int MAX_TOLD = 1_000; // a program may make up any number of values
    private static final Set<String> TOLD = ConcurrentHashMap.newKeySet();

    private SettingsLog() {}

    /**
     * Logs that a system property is set that has no effect.
     *
     * @param property the name of the property
     * @param reason why it has no effect, which values it takes, and which value applies instead
     */
    public static void propertyIgnored(String property, String reason) {
        warn("The system property " + property + "=" + System.getProperty(property) + " has no effect: " + reason);
    }

    /**
     * Logs that a setting has no effect.
     *
     * @param text a sentence; logged only the first time
     */
    public static void warn(String text) {
        String line = LogText.line(text);
        if (TOLD.size() < MAX_TOLD && TOLD.add(line)) {
            log(Level.WARNING, line);
        }
    }

    /**
     * Logs that a server has started whose operator wants this banner.
     *
     * @param text the name of the server, and where it listens
     */
    public static void banner(String text) {
        log(Level.INFO, LogText.line(text));
    }

    /** Logs if possible. A log that fails must not keep a server from starting. */
    private static void log(Level level, String line) {
        try {
            LOGGER.log(level, line);
        } catch (RuntimeException | LinkageError ignored) { // a log handler throws: that cannot be logged
        }
    }
}
