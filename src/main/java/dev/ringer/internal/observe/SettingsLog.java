package dev.ringer.internal.observe;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Logs which settings have no effect, each only once in the life of the JVM, and what an operator may want to know
 * about servers that start. The name of the logger is {@code dev.ringer}. The JVM loads this class only for the first
 * such line. Thread-safe.
 */
public final class SettingsLog {
    private static final Logger LOGGER = System.getLogger("dev.ringer");
    private static final int MAX_LOGGED = 1_000; // a limit, because a program may set any number of different values
    private static final int MAX_VALUE_LENGTH = 200;
    private static final Set<String> LOGGED = ConcurrentHashMap.newKeySet();

    private SettingsLog() {}

    /**
     * Logs that a system property has no effect. {@code reason} says why, and which value applies instead. It shows the
     * value of a known property only, because the value of another one may be a secret.
     */
    public static void propertyIgnored(String property, String reason) {
        warn(property + ": " + reason);
    }

    /** Returns the reason for the refusal of a property's value. {@code expected} says which values there are. */
    public static String invalidValue(String property, String expected) {
        String value = LogText.bounded(String.valueOf(System.getProperty(property)), MAX_VALUE_LENGTH);
        return "invalid value \"" + value + "\": " + expected;
    }

    /** Logs a sentence which says that a setting has no effect. Logs the same sentence only once. */
    public static void warn(String text) {
        String line = LogText.line(text);
        if (LOGGED.size() < MAX_LOGGED && LOGGED.add(line)) {
            log(Level.WARNING, line);
        }
    }

    /** Logs something that an operator may want to know, although nothing is wrong. */
    public static void inform(String text) {
        log(Level.INFO, LogText.line(text));
    }

    /** Writes a log entry if possible. If this fails, does nothing, because the server must start anyway. */
    private static void log(Level level, String line) {
        try {
            LOGGER.log(level, line);
        } catch (RuntimeException | LinkageError ignored) { // a log handler throws an exception
        }
    }
}
