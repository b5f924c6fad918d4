package dev.ringer.testkit;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.stream.Stream;

/**
 * Records what the servers of this JVM log, until it is closed. Test classes run in parallel and share the loggers. So
 * a test looks for records that only it can cause, or runs alone.
 */
public final class RecordedLog extends Handler implements AutoCloseable {
    /** The name of the logger of all servers. The provider has a logger of its own. */
    private static final String SERVERS = "com.sun.net.httpserver";

    private final Logger logger; // the logging system holds loggers only weakly

    private final List<LogRecord> records = new CopyOnWriteArrayList<>();

    private RecordedLog(String name, Level level) {
        logger = Logger.getLogger(name);
        setLevel(level);
        logger.setUseParentHandlers(false);
        synchronized (RecordedLog.class) {
            logger.addHandler(this);
            takeWhatRecordersWant();
        }
    }

    /** Sets the logger's level to the finest level of all current recorders. */
    private void takeWhatRecordersWant() {
        Level finest = Stream.of(logger.getHandlers())
                .filter(RecordedLog.class::isInstance)
                .map(Handler::getLevel)
                .min(Comparator.comparingInt(Level::intValue))
                .orElse(null);
        logger.setLevel(finest);
    }

    /** Starts to record what servers log at this level or above. */
    public static RecordedLog from(Level level) {
        return new RecordedLog(SERVERS, level);
    }

    /** Starts to record what the logger of this name logs at this level or above. */
    public static RecordedLog of(String logger, Level level) {
        return new RecordedLog(logger, level);
    }

    /** Returns the logger that this object records. */
    public Logger logger() {
        return logger;
    }

    /** Returns the records so far that match the condition. */
    public List<LogRecord> records(Predicate<LogRecord> wanted) {
        return records.stream().filter(wanted).toList();
    }

    /** Returns the text of a record as a log file shows it. */
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
        if (isLoggable(entry)) {
            records.add(entry);
        }
    }

    @Override
    public void flush() {
        // nothing is buffered
    }

    @Override
    public void close() {
        synchronized (RecordedLog.class) {
            logger.removeHandler(this);
            takeWhatRecordersWant();
        }
    }
}
