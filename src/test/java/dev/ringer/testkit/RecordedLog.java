package dev.ringer.testkit;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/**
 * What servers of this JVM log until it is closed. Test classes run side by side, and there is one logger for all: look for
 * what only the test can have caused, or run it alone.
 */
public final class RecordedLog extends Handler implements AutoCloseable {
    /** Kept, since the logging system holds loggers weakly. */
    private static final Logger LOGGER = Logger.getLogger("com.sun.net.httpserver");

    private final List<LogRecord> records = new CopyOnWriteArrayList<>();
    private final Level former = LOGGER.getLevel();

    private RecordedLog(Level level) {
        setLevel(level);
        LOGGER.setUseParentHandlers(false);
        LOGGER.setLevel(level);
        LOGGER.addHandler(this);
    }

    /** Records from now on. */
    public static RecordedLog from(Level level) {
        return new RecordedLog(level);
    }

    /** The records so far that fulfil a condition. */
    public List<LogRecord> records(Predicate<LogRecord> wanted) {
        return records.stream().filter(wanted).toList();
    }

    /** How a log file shows a record. */
    public static String printed(LogRecord entry) {
        StringWriter text = new StringWriter();
        text.append(new SimpleFormatter().formatMessage(entry)).append('\n');
        if (entry.getThrown() != null) {
            entry.getThrown().printStackTrace(new PrintWriter(text, true));
        }
        return text.toString();
    }

    @Override
    public void publish(LogRecord entry) {
        records.add(entry);
    }

    @Override
    public void flush() {
        // nothing is kept back
    }

    @Override
    public void close() {
        LOGGER.removeHandler(this);
        LOGGER.setLevel(former);
    }
}
