package dev.ringer.internal.observe;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Logs to {@code dev.ringer} which settings have no effect, each setting once in the life of the JVM. Also logs which
 * servers have started, if {@code ringer.banner} is set. The JVM loads this class only for the first such line.
 * Thread-safe.
 */
public final class SettingsLog {
    private static final Logger LOGGER = System.getLogger("dev.ringer");
    private static final int MAX_LOGGED = 1_000; // a program may set any number of different values
    private static final Set<String> LOGGED = ConcurrentHashMap.newKeySet();

    private SettingsLog() {}

    /**
     * Logs that a system property has no effect. The reason says which values the property takes, and which value
     * applies instead.
     */
    public static void propertyIgnored(String property, String reason) {
        // A mistyped name of the password of a key would otherwise print the password.
        String value = property.contains(".tls.") ? "" : "=" + System.getProperty(property);
        warn("The system property " + property + value + " has no effect: " + reason);
    }

    /** Logs a sentence which says that a setting has no effect. Logs it only once. */
    public static void warn(String text) {
        String line = LogText.line(text);
        if (LOGGED.size() < MAX_LOGGED && LOGGED.add(line)) {
            log(Level.WARNING, line);
        }
    }

    /** Logs that a server has started: its name, and where it listens. */
    public static void banner(String text) {
        log(Level.INFO, LogText.line(text));
    }

    /** Logs if possible. A log that fails must not keep a server from starting. */
    private static void log(Level level, String line) {
        try {
            LOGGER.log(level, line);
        } catch (RuntimeException | LinkageError ignored) { // logging is impossible, because a log handler throws
        }
    }
}
